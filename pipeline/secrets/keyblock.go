package secrets

import "strings"

// findKeyBlock finds a private key in PEM or PGP form: the text between the marks, over lines that may be spelled \n,
// quoted with > or part of a diff.
func findKeyBlock(text string, at int) (Finding, int) {
	const begin, end, endOfPGP, least = "-----BEGIN ", "PRIVATE KEY-----", "PRIVATE KEY BLOCK-----", 20
	head := at + len(begin)
	mark := ""
	for mark == "" && head < len(text) && (upperAndDigit[text[head]] || text[head] == ' ') {
		if mark = prefixOf(text[head:], end, endOfPGP); mark == "" {
			head++
		}
	}
	if mark == "" {
		return Finding{}, head
	}
	start := headers(text, head+len(mark))
	stop := start
	for next := lineOfKey(text, stop); next > stop; next = lineOfKey(text, stop) {
		stop = next
	}
	if stop-start < least || isMonotonous(text[start:stop]) {
		return Finding{}, stop
	}
	return Finding{"private-key", "a private key", start, stop}, stop
}

// headers returns the beginning of the lines with the key: after Proc-Type and the like.
func headers(text string, at int) int {
	start := lineEnd(text, at)
	for {
		line := text[start:]
		if end := strings.IndexAny(line, "\n\\"); end >= 0 {
			line = line[:end]
		}
		name, _, ok := strings.Cut(line, ": ")
		if !ok || name == "" || alphanumericAndDash.end(name, 0) != len(name) {
			return start
		}
		start = lineEnd(text, start+len(line))
		start = lineEnd(text, start)
	}
}

// lineEnd returns the offset after a line ending at an offset, including blanks before it and the mark of a quotation
// or a diff after it; the same offset if there is none.
func lineEnd(text string, at int) int {
	i := blanks(text, at)
	switch {
	case i < len(text) && text[i] == '\\':
		for i < len(text) && text[i] == '\\' {
			i++
		}
		if i == len(text) || text[i] != 'n' && text[i] != 'r' {
			return at
		}
		if next := lineEnd(text, i+1); text[i] == 'r' && next > i+1 {
			return next
		}
		return i + 1
	case strings.HasPrefix(text[i:], "\r\n"):
		i += 2
	case i < len(text) && text[i] == '\n':
		i++
	default:
		return at
	}
	for i < len(text) && strings.IndexByte("> \t", text[i]) >= 0 {
		i++
	}
	if i+1 < len(text) && (text[i] == '+' || text[i] == '-') && (base64Chars[text[i+1]] || text[i+1] == ' ') {
		i = blanks(text, i+1)
	}
	return i
}

// lineOfKey returns the end of the base64 at an offset, or in the next line.
func lineOfKey(text string, at int) int {
	if end := base64Chars.end(text, at); end > at {
		return end
	}
	const shortest = 4 // base64 comes in groups of four
	start := lineEnd(text, at)
	if end := base64Chars.end(text, start); end >= start+shortest {
		return end
	}
	return at
}
