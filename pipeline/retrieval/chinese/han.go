package chinese

import "unicode"

// Has reports whether a text contains a Chinese character.
func Has(text string) bool {
	for _, r := range text {
		if isChinese(r) {
			return true
		}
	}
	return false
}

// isChinese is fast for most characters: none below U+2E80 is Chinese, and all from U+4E00 to U+9FFF are.
func isChinese(r rune) bool {
	return r >= 0x2E80 && (r >= 0x4E00 && r <= 0x9FFF || unicode.Is(unicode.Han, r))
}

// eachRun calls f with every run of Chinese characters.
func eachRun(text string, f func(run []rune)) {
	var run []rune
	for _, r := range text {
		switch {
		case isChinese(r):
			run = append(run, r)
		case len(run) > 0:
			f(run)
			run = run[:0]
		}
	}
	if len(run) > 0 {
		f(run)
	}
}
