package prompt

import (
	"strconv"
	"strings"
	"text/template/parse"
)

// scan finds the defines of a template in order. The parse tree does not have them all: text/template silently drops
// one of two defines with one name if one of them is blank. scan follows the lexer of text/template, and stops at what
// that rejects.
func scan(text string) []define {
	var found []define
	for pos := 0; ; {
		open := strings.Index(text[pos:], "{{")
		if open < 0 {
			return found
		}
		pos += open + len("{{")
		if strings.HasPrefix(text[pos:], "- ") || strings.HasPrefix(text[pos:], "-\n") || strings.HasPrefix(text[pos:],
			"-\t") {
			pos += len("- ")
		}
		end := actionEnd(text[pos:])
		if end < 0 {
			return found
		}
		if name, at, ok := defined(text[pos : pos+end]); ok {
			found = append(found, define{name: name, pos: pos + at})
		}
		pos += end
	}
}

// actionEnd returns the length of an action, from after its {{ to its }}; -1 if it does not end.
func actionEnd(s string) int {
	if strings.HasPrefix(s, "/*") {
		if i := strings.Index(s, "*/"); i >= 0 {
			return i + len("*/")
		}
		return -1
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '}':
			if strings.HasPrefix(s[i:], "}}") {
				return i
			}
		case '"', '\'', '`':
			n := quoteEnd(s[i:], c)
			if n < 0 {
				return -1
			}
			i += n
		}
	}
	return -1
}

// quoteEnd returns where the quote at the beginning of s is closed; -1 if it is not.
func quoteEnd(s string, quote byte) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == quote:
			return i
		case s[i] == '\\' && quote != '`':
			i++
		}
	}
	return -1
}

// defined returns the name in an action that defines one, and its offset.
func defined(action string) (name string, at int, ok bool) {
	rest := strings.TrimLeft(action, space)
	word := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz"))]
	if word != "define" && word != "block" {
		return "", 0, false
	}
	rest = strings.TrimLeft(rest[len(word):], space)
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return "", 0, false
	}
	name, err = strconv.Unquote(quoted)
	return name, len(action) - len(rest), err == nil
}

// define is one {{define}} or {{block}} of a file.
type define struct {
	name string
	pos  int // byte of its name
	tree *parse.Tree
	// called says that another define uses it: it is a fragment.
	called bool
}
