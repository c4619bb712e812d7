package retrieval

import (
	"unicode"
	"unicode/utf8"
)

// longest is the size in bytes at which a run of letters is split: a file of one word must not become one feature.
const longest = 1024

// head returns the first n code points of a text.
func head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// spaceless reports whether a letter is of a script without spaces, where word boundaries are not visible.
func spaceless(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}

// eachRun calls f with every run of letters and digits in lower case; a run of a spaceless script is separate. The
// bytes are valid until f returns. Invalid UTF-8 separates.
func eachRun(text string, f func(run []byte, dense bool)) {
	run := make([]byte, 0, 64)
	dense := false
	end := func() {
		if len(run) > 0 {
			f(run, dense)
			run = run[:0]
		}
	}
	for _, r := range text {
		if !inWord(r) {
			end()
			continue
		}
		if d := spaceless(r); d != dense || len(run) >= longest {
			end()
			dense = d
		}
		run = utf8.AppendRune(run, lower(r))
	}
	end()
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func lower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return unicode.ToLower(r)
}

// terms calls f with the stems of a text's words, and with each pair of neighbours in a script without spaces.
func terms(text string, f func(term []byte)) {
	eachRun(text, func(run []byte, dense bool) {
		if dense {
			grams(run, 2, f)
		} else {
			f(stem(run))
		}
	})
}

// trigrams calls f with each three neighbours in a text's words. A word's ends count as letters.
func trigrams(text string, f func(gram []byte)) {
	var word []byte
	eachRun(text, func(run []byte, dense bool) {
		if !dense {
			word = append(append(append(word[:0], '^'), run...), '$')
			run = word
		}
		grams(run, 3, f)
	})
}

// grams calls f with each n neighbours of a run, and with the whole of a shorter one.
func grams(run []byte, n int, f func(gram []byte)) {
	from, to := 0, 0
	for i := 0; to < len(run); i++ {
		_, size := utf8.DecodeRune(run[to:])
		to += size
		if i+1 < n && to < len(run) {
			continue
		}
		f(run[from:to])
		_, size = utf8.DecodeRune(run[from:])
		from += size
	}
}

// stem removes the commonest English endings of a word. Query and document are stemmed alike: it need not be a word.
func stem(w []byte) []byte {
	n := len(w)
	ends := func(s string) bool { return n > len(s)+2 && string(w[n-len(s):]) == s }
	switch {
	case ends("ies"):
		return append(w[:n-3], 'y')
	case ends("ing") && n > 5:
		return w[:n-3]
	case ends("es"), ends("ed"):
		return w[:n-2]
	case ends("s") && w[n-2] != 's':
		return w[:n-1]
	}
	return w
}
