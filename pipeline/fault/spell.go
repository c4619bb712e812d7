package fault

import (
	"strings"
	"unicode/utf8"
)

// scan visits the bytes of a JSON text and reports which are inside strings; the quotes themselves are not.
func scan(text string, visit func(i int, inside bool)) {
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '"' {
			quoted = !quoted
			visit(i, false)
			continue
		}
		visit(i, quoted)
		if quoted && c == '\\' && i+1 < len(text) {
			i++
			visit(i, true)
		}
	}
}

// requoted replaces the quotes of all strings in a JSON text.
func requoted(text, begin, end string) string {
	var b strings.Builder
	open := false
	scan(text, func(i int, inside bool) {
		if text[i] != '"' || inside {
			b.WriteByte(text[i])
			return
		}
		if open = !open; open {
			b.WriteString(begin)
		} else {
			b.WriteString(end)
		}
	})
	return b.String()
}

// trailingComma adds a comma before the last bracket, unless that is empty.
func trailingComma(text string) string {
	end := len(text) - 1
	before := strings.TrimRight(text[:end], " \t\r\n")
	if strings.HasSuffix(before, "{") || strings.HasSuffix(before, "[") {
		return ""
	}
	return before + "," + text[len(before):]
}

// unquotedKeys removes the quotes of all keys.
func unquotedKeys(text string) string {
	keys := map[int]bool{} // offsets of the quotes of keys
	last, begin := -1, -1  // the quotes of the last string
	scan(text, func(i int, inside bool) {
		switch c := text[i]; {
		case inside:
		case c == '"' && begin <= last:
			begin = i
		case c == '"':
			last = i
		case c == ':':
			keys[begin], keys[last] = true, true
		}
	})
	var b strings.Builder
	for i := range len(text) {
		if !keys[i] {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// structural returns the offsets after each bracket, colon and comma but the last bracket.
func structural(text string) []int {
	var all []int
	scan(text, func(i int, inside bool) {
		if !inside && strings.IndexByte("{}[],:", text[i]) >= 0 && i+1 < len(text) {
			all = append(all, i+1)
		}
	})
	return all
}

// insideOfString returns an offset inside a string, the first of a value if there is one; ok is false if there is none.
func insideOfString(text string) (at int, ok bool) {
	at = -1
	scan(text, func(i int, inside bool) {
		if inside && text[i] != '\\' && utf8.RuneStart(text[i]) && text[i-1] != '\\' {
			at = i
		}
	})
	return at, at >= 0
}
