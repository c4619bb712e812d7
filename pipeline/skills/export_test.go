package skills

// Parse reads one file. folder is the name of the folder that it lies in. The error is an *Error.
func Parse(data []byte, folder string, policy Policy) (*Skill, []Repair, error) {
	return parse(data, folder, Options{Policy: policy})
}
