package retrieval

import "unicode"

// Coverage returns the share of a text's letters that are in known words, from 0 to 1: how much of the text the vector
// represents. Numbers and words with digits are language-neutral and left out; a text without letters has 0.
func (w *Words) Coverage(text string) float64 {
	known, all := 0, 0
	eachRun(text, func(run []byte, _ bool) {
		letters := 0
		for _, r := range string(run) {
			if unicode.IsDigit(r) {
				return
			}
			letters++
		}
		all += letters
		if _, ok := w.find(run); ok {
			known += letters
		}
	})
	if all == 0 {
		return 0
	}
	return float64(known) / float64(all)
}
