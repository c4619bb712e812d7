package secrets

import "strings"

// charset is a set of ASCII characters.
type charset [256]bool

const digits, upper, lowerCase = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"

var (
	alphanumeric         = charsetOf(digits + upper + lowerCase)
	alphanumericAndDash  = charsetOf(digits + upper + lowerCase + "-")
	alphanumericAndSlash = charsetOf(digits + upper + lowerCase + "/")
	upperAndDigit        = charsetOf(digits + upper)
	hexDigit             = charsetOf(digits + "abcdefABCDEF")
	lowerAndDigit        = charsetOf(digits + lowerCase)
	digit                = charsetOf(digits)
	wordDashDot          = charsetOf(digits + upper + lowerCase + "_-.")
	wordAndBase64        = charsetOf(digits + upper + lowerCase + "_-+/=")
	tildeWord            = charsetOf(digits + upper + lowerCase + "_.~-")
	cookieText           = charsetOf(digits + upper + lowerCase + "_-+/=%")
	wordDashDotAt        = charsetOf(digits + upper + lowerCase + "_-.@")
	word                 = charsetOf(digits + upper + lowerCase + "_")
	wordAndDash          = charsetOf(digits + upper + lowerCase + "_-")
	base64Chars          = charsetOf(digits + upper + lowerCase + "+/=")
	keyLike              = charsetOf(digits + upper + lowerCase + "_.~+/-")
)

func charsetOf(chars string) (c charset) {
	for i := range len(chars) {
		c[chars[i]] = true
	}
	return c
}

// end returns the end of the characters of the set at an offset.
func (c *charset) end(text string, at int) int {
	for at < len(text) && c[text[at]] {
		at++
	}
	return at
}

// has reports whether a text begins with a character of the set.
func (c *charset) has(text string) bool { return text != "" && c[text[0]] }

// begins reports whether a word can begin at an offset: not after a letter, digit or underscore, unless that belongs to
// an escape of JSON (\n, \u003d) or of an address (%3D).
func begins(text string, at int) bool {
	if at == 0 || !word[text[at-1]] {
		return true
	}
	switch {
	case at >= 2 && text[at-2] == '\\' && strings.IndexByte("nrtbf", text[at-1]) >= 0:
		return true
	case at >= 6 && text[at-6] == '\\' && text[at-5] == 'u' && areHex(text[at-4:at]):
		return true
	}
	return at >= 3 && text[at-3] == '%' && areHex(text[at-2:at])
}

// endsLine reports whether there is an escaped quotation mark, line ending or tab at an offset, in JSON at any depth.
func endsLine(text string, at int) bool {
	if text[at] != '\\' {
		return false
	}
	for at < len(text) && text[at] == '\\' {
		at++
	}
	return at == len(text) || strings.IndexByte("\"'nrt", text[at]) >= 0
}

func areHex(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; !isDigit(s[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// blanks returns the end of a line's blanks at an offset.
func blanks(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

// quote is a quotation mark in a text: in JSON inside a JSON string it has backslashes before it.
type quote struct {
	mark    byte // 0: none
	escapes int  // backslashes before it
}

// quoteAt reads a quotation mark, if there is one at an offset, and returns the offset after it.
func quoteAt(text string, at int) (quote, int) {
	i := at
	for i < len(text) && text[i] == '\\' {
		i++
	}
	if i < len(text) && (text[i] == '"' || text[i] == '\'') {
		return quote{text[i], i - at}, i + 1
	}
	return quote{}, at
}

// closing returns the end of the string opened by a quotation mark before an offset: at the backslashes of the closing
// mark; -1: nothing closes it in its line. A backslash of the value is 2(n+1) of them there, where n is the number
// before the marks, and a mark of the value has 2n+1 before it.
func (q quote) closing(text string, at int) int {
	n := 0 // backslashes in a row
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '\\':
			n++
			continue
		case '\n':
			return -1
		case q.mark:
			if n >= q.escapes && (n-q.escapes)%(2*(q.escapes+1)) == 0 {
				return i - q.escapes
			}
		}
		n = 0
	}
	return -1
}

// prefixOf returns the one of some texts that s begins with; empty: none.
func prefixOf(s string, texts ...string) string {
	for _, t := range texts {
		if strings.HasPrefix(s, t) {
			return t
		}
	}
	return ""
}

// trimmed returns the end of a value without marks that end a sentence or close a bracket.
func trimmed(text string, start, end int) int {
	return start + len(strings.TrimRight(text[start:end], ".):]}>"))
}
