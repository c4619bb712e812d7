package chinese

// Parse reads any table.
var Parse = parse

// Table returns the embedded table.
func Table() (string, error) { return unpack(packed) }

// Loaded reports whether the translator has read its dictionary.
func (t *Translator) Loaded() bool { return t.dict != nil }

// Pieces returns the words that a run of Chinese characters is cut into.
func (d *Dictionary) Pieces(run string) []string {
	chars := []rune(run)
	var all []string
	for _, p := range d.segment(d.simplified(chars)) {
		all = append(all, string(chars[p.from:p.to]))
	}
	return all
}
