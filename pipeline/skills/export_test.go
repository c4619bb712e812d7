package skills

// Parse parses one file. folder is the name of its folder. The error is an *Error.
func Parse(data []byte, folder string, policy Policy) (*Skill, []Repair, error) {
	return parse(data, folder, Options{Policy: policy})
}
