package chinese

// Words returns the Chinese words of a text with an English meaning, each once, in the order of their first occurrence.
// Text in other scripts separates them, and so does invalid UTF-8.
func (d *Dictionary) Words(text string) []Word {
	var words []Word
	had := map[int]bool{}
	eachRun(text, func(run []rune) {
		simple := d.simplified(run)
		for _, p := range d.segment(simple) {
			if p.word == none || had[p.word] {
				continue
			}
			had[p.word] = true
			if o := d.options(p.word); len(o) > 0 {
				words = append(words, Word{Chinese: string(run[p.from:p.to]), Options: o})
			}
		}
	})
	return words
}

// simplified replaces every traditional character of a run by its most frequent simplified form.
func (d *Dictionary) simplified(run []rune) []rune {
	out := make([]rune, len(run))
	for i, r := range run {
		out[i] = r
		if s, ok := d.simple[r]; ok {
			out[i] = s
		}
	}
	return out
}
