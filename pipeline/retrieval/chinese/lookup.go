package chinese

import (
	"sort"
	"unicode/utf8"
)

// options returns the English words of a word, the best first.
func (d *Dictionary) options(i int) []Option {
	_, rest, _ := text(d.data[d.at[i]:])
	all := make([]Option, rest[0])
	for k := range all {
		o := rest[1+k*optionSize:]
		all[k] = Option{English: d.english[int(o[0])|int(o[1])<<8], Weight: int(o[2])}
	}
	return all
}

// starting calls f with each word that begins a text of simplified characters, the shortest first, and with its length
// in characters.
func (d *Dictionary) starting(chars []rune, f func(length, word int)) {
	span, ok := d.first[chars[0]]
	if !ok {
		return
	}
	from, to := span[0], span[1]
	prefix := make([]byte, 0, MaxLength*utf8.UTFMax)
	for n := 1; n <= min(MaxLength, len(chars)) && from < to; n++ {
		prefix = utf8.AppendRune(prefix, chars[n-1])
		from += sort.Search(to-from, func(i int) bool { return d.key(from+i) >= string(prefix) })
		to = from + sort.Search(to-from, func(i int) bool { return !hasPrefix(d.key(from+i), prefix) })
		if from < to && d.key(from) == string(prefix) {
			f(n, from)
		}
	}
}

func hasPrefix(s string, prefix []byte) bool {
	return len(s) >= len(prefix) && s[:len(prefix)] == string(prefix)
}
