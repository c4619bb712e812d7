package printable

import (
	"strings"
	"unicode/utf8"
)

// Breaks wraps a line for a terminal of so many columns into spans, one below the other, those after the first indented
// by indent blanks. It breaks at blanks, never inside a word that fits into a row. A command between backquotes is a
// word, and so is a short parenthesis. With 0 columns there is no terminal, and the line is whole.
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
			start = w[0] // break before the indentation, not the word
		}
		for Width(line[start:w[1]]) > room() { // the word does not fit into any row
			at := start + fitting(line[start:w[1]], room())
			emit(at, at)
		}
		end = w[1]
	}
	return append(spans, [2]int{start, end}), indent
}

// Rows returns the number of rows that a line takes on a terminal of so many columns.
func Rows(line string, columns int) int {
	spans, _ := Breaks(line, columns)
	return len(spans)
}

// mostParenthesis is the width of a parenthesis that is not broken: (+1.1 %).
const mostParenthesis = 12

// words returns the words of a line; text between backquotes is one word if it fits into a row.
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
		if Width(line[from:i]) > most { // too long: break at its first blank
			word, _, _ := strings.Cut(line[from:i], " ")
			i = from + len(word)
		}
		all = append(all, [2]int{from, i})
	}
	return all
}

// whole returns how many bytes at i must not be separated from a word that began at 0.
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

// fitting returns how many bytes of a text fit into so many columns, at least those of one character.
func fitting(text string, columns int) int {
	_, first := utf8.DecodeRuneInString(text)
	return max(first, len(measure().Truncate(text, columns, "")))
}
