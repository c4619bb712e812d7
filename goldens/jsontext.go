package goldens

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// longKey is the length, in bytes as written, from which a key needs YAML's explicit form: the limit for the short one
// is 1024 characters.
const longKey = 1000

// json writes a canonical JSON value after a key, a line for each member and element, from column col on. JSON is YAML,
// except long keys and some characters in strings.
func (w *writer) json(col int, raw json.RawMessage) {
	switch {
	case !json.Valid(raw):
		w.fail(errNotCanonical)
		return
	case raw[0] == '{' || raw[0] == '[':
		w.newline(col, 0)
	default:
		w.raw(" ")
	}
	w.value(col, raw)
	w.raw("\n")
}

// value writes valid JSON. It does not recurse, so that deeply nested hostile input is harmless.
func (w *writer) value(col int, raw json.RawMessage) {
	depth := 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case '{', '[':
			w.b = append(w.b, c)
			if depth++; depth > maxDepth {
				w.fail(fmt.Errorf("JSON nested deeper than %d", maxDepth))
				return
			}
			if raw[i+1] != c+2 { // not closed at once
				w.newline(col, depth)
			}
		case '}', ']':
			depth--
			if raw[i-1] != c-2 {
				w.newline(col, depth)
			}
			w.b = append(w.b, c)
		case ',':
			w.b = append(w.b, c)
			w.newline(col, depth)
		case ':':
			w.raw(": ")
		case '"':
			end := stringEnd(raw, i)
			w.jsonString(raw[i:end], end < len(raw) && raw[end] == ':')
			i = end - 1
		case ' ', '\t', '\r', '\n':
			w.fail(errNotCanonical)
			return
		default:
			w.b = append(w.b, c)
		}
	}
}

// newline stops indenting at some depth: else deep nesting would make a small value huge.
func (w *writer) newline(col, depth int) {
	w.raw("\n")
	w.pad(col + 2*min(depth, 30))
}

// stringEnd returns the index after the string that starts at i.
func stringEnd(raw []byte, i int) int {
	for i++; raw[i] != '"'; i++ {
		if raw[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// jsonString writes a string literal with the escapes of JSON, all of which are YAML's too, and those that YAML needs.
func (w *writer) jsonString(lit []byte, isKey bool) {
	if isKey && len(lit) > longKey {
		w.raw("? ")
	}
	for i := 1; i < len(lit)-1; i++ {
		if lit[i] != '\\' {
			continue
		}
		if i++; lit[i] == '/' || lit[i] == 'b' || lit[i] == 'f' || lit[i] == 'u' && string(lit[i:i+3]) != "u00" {
			w.fail(errNotCanonical)
			return
		}
	}
	for _, r := range w.valid(string(lit)) {
		if r < 0x7F || standing(r) {
			w.b = utf8.AppendRune(w.b, r)
		} else {
			w.raw(escaped(r))
		}
	}
}
