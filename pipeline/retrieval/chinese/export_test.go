package chinese

// Parse reads a table from anywhere, Table is the one inside the program.
var (
	Parse = parse
	Table = table
)

// Loaded reports whether somebody has made the translator read its dictionary.
func (t *Translator) Loaded() bool { return t.dict != nil }

// Pieces are the words that a run of Chinese characters is cut into.
func (d *Dictionary) Pieces(run string) []string {
	chars := []rune(run)
	var all []string
	for _, p := range d.segment(d.simplified(chars)) {
		all = append(all, string(chars[p.from:p.to]))
	}
	return all
}
