package chinese

import "unicode"

// Word is a Chinese word of a text, as it is written there, with what it may mean.
type Word struct {
	Chinese string
	Options []Option // the best first
}

// Option is one English word, in lower case, that may stand for a Chinese one, or for a part of it.
type Option struct {
	English string
	Weight  int // 1 to 100; the best has 100
}

// Words are the Chinese words of a text that mean something in English, each once, in the order in which they come
// first. Text in other scripts separates them, and so does invalid UTF-8.
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

// Has reports whether a text holds a Chinese character.
func Has(text string) bool {
	for _, r := range text {
		if isChinese(r) {
			return true
		}
	}
	return false
}

// isChinese is quick for what most texts are made of: no Chinese character stands below U+2E80, and from U+4E00 to
// U+9FFF there is nothing else.
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

// simplified is a run with every traditional character as the simplified one that it is mostly written as.
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
