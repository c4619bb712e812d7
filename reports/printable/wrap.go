package printable

import (
	"strings"
	"unicode/utf8"
)

// Breaks says how a line is printed on a terminal of so many columns: as these spans of it, one below the other, those
// behind the first indented by so many blanks more. It is broken at blanks, never inside a word that a row has room
// for. A command between backquotes is a word, and so is a short parenthesis. With 0 columns there is no terminal,
// and the line is whole.
func Breaks(line string, columns int) (spans [][2]int, indent int) {
	if columns == 0 || Width(line) <= columns {
		return [][2]int{{0, len(line)}}, 0
	}
	if indent = len(line) - len(strings.TrimLeft(line, " ")) + 2; indent > columns/2 {
		indent = 0
	}
	start, end := 0, 0
	room := func() int {
		if len(spans) > 0 {
			return columns - indent
		}
		return columns
	}
	emit := func(to, next int) {
		spans = append(spans, [2]int{start, to})
		start, end = next, next
	}
	for _, w := range words(line, columns-indent) {
		if Width(line[start:w[1]]) > room() && strings.TrimLeft(line[start:end], " ") != "" {
			emit(end, w[0])
		}
		indented := strings.TrimLeft(line[start:w[0]], " ") == ""
		if indented && Width(line[start:w[1]]) > room() && Width(line[w[0]:w[1]]) <= room() {
			start = w[0] // rather than the word what it is indented by
		}
		for Width(line[start:w[1]]) > room() { // no row has room for the word
			at := start + fitting(line[start:w[1]], room())
			emit(at, at)
		}
		end = w[1]
	}
	return append(spans, [2]int{start, end}), indent
}

// Rows returns how many rows of a terminal of so many columns a line takes.
func Rows(line string, columns int) int {
	spans, _ := Breaks(line, columns)
	return len(spans)
}

// mostParenthesis is how many columns a parenthesis takes that is not broken: (+1.1 %).
const mostParenthesis = 12

// words returns the words of a line, and what stands between backquotes where it is no longer than a row.
func words(line string, most int) [][2]int {
	var all [][2]int
	for i := 0; i < len(line); {
		if line[i] == ' ' {
			i++
			continue
		}
		from := i
		for i < len(line) && line[i] != ' ' {
			i += whole(line[from:], i-from, most)
		}
		if Width(line[from:i]) > most { // it is parted somewhere: rather at its first blank
			word, _, _ := strings.Cut(line[from:i], " ")
			i = from + len(word)
		}
		all = append(all, [2]int{from, i})
	}
	return all
}

// whole returns how many bytes of a word that began at 0 are not to be parted from what stands at i.
func whole(word string, i, most int) int {
	var end int
	switch word[i] {
	case '`':
		end = strings.IndexByte(word[i+1:], '`')
	case '(':
		end, most = strings.IndexByte(word[i+1:], ')'), min(most, Width(word[:i])+mostParenthesis)
	default:
		return 1
	}
	if end < 0 || Width(word[:i+end+2]) > most {
		return 1
	}
	return end + 2
}

// fitting returns how many bytes of a text have room in so many columns, at least those of one character.
func fitting(text string, columns int) int {
	_, first := utf8.DecodeRuneInString(text)
	return max(first, len(measure().Truncate(text, columns, "")))
}
