package pipeline

import "unicode"

// EstimateTokens guesses how many tokens a text has, for where no model has counted: a token for every four bytes of
// ASCII, one for every Chinese, Japanese or Korean character, and one for every two other characters.
func EstimateTokens(s string) int {
	ascii, wide, other := 0, 0, 0
	for _, r := range s {
		switch {
		case r < 0x80:
			ascii++
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul), r >= 0x3000 &&
			r < 0x3040, r >= 0xFF00 && r < 0xFFF0:
			wide++
		default:
			other++
		}
	}
	return (ascii+3)/4 + wide + (other+1)/2
}
