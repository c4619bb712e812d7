package pipeline

import (
	"unicode"
	"unicode/utf8"
)

// EstimateTokens guesses how many tokens a text has, for where no model has counted: a token for every four bytes of
// ASCII, one for every Chinese, Japanese or Korean character, and one for every two other characters.
func EstimateTokens(s string) int {
	ascii, wide, other := 0, 0, 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			ascii++
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) ||
			r >= 0x3000 && r < 0x3040 || r >= 0xFF00 && r < 0xFFF0 {
			wide++
			continue
		}
		other++
	}
	return (ascii+3)/4 + wide + (other+1)/2
}
