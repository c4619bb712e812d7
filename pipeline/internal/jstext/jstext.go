// Package jstext is text as JavaScript sees it, for rules that a program in that language fixed: its white space,
// lengths and offsets in UTF-16 units, its spelling of numbers. All texts are valid UTF-8, so none has half a surrogate
// pair: a cut that would leave one drops the whole character.
package jstext

import (
	"strings"
	"unicode/utf8"
)

// IsSpace reports whether r is white space or a line ending in JavaScript, for \s and trim(). U+0085 is not, U+FEFF is;
// unicode.IsSpace says the opposite of both.
func IsSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return r >= 0x2000 && r <= 0x200A
}

// Trim is trim(): it removes white space at both ends.
func Trim(s string) string { return TrimLeft(TrimRight(s)) }

// TrimLeft is trimStart().
func TrimLeft(s string) string { return strings.TrimLeftFunc(s, IsSpace) }

// TrimRight is trimEnd().
func TrimRight(s string) string { return strings.TrimRightFunc(s, IsSpace) }

// Blank reports whether s is only white space.
func Blank(s string) bool { return TrimLeft(s) == "" }

// Collapse trims s and replaces every run of white space in it by one blank.
func Collapse(s string) string { return strings.Join(strings.FieldsFunc(s, IsSpace), " ") }

// Len is length: the number of UTF-16 units of s, two for each character beyond U+FFFF.
func Len(s string) int {
	n := 0
	for i := range len(s) {
		n += units(s[i])
	}
	return n
}

// units returns the number of UTF-16 units of the character whose UTF-8 begins with b; 0 for a byte that begins none.
func units(b byte) int {
	switch {
	case b >= 0xF0:
		return 2
	case b < utf8.RuneSelf || b >= 0xC0:
		return 1
	}
	return 0
}

// Offset returns the byte offset of the end of the first n units of s, or of n-1 if n would split a character; len(s)
// if there are no more than n. Below 0 is 0.
func Offset(s string, n int) int {
	if n >= len(s) {
		return len(s)
	}
	for i := range len(s) {
		if n -= units(s[i]); n < 0 {
			return i
		}
	}
	return len(s)
}

// Head is slice(0, n): the first n units of s, one less if that would split a character.
func Head(s string, n int) string { return s[:Offset(s, n)] }

// Tail is slice(-n): the last n units of s, one less if that would split a character; nothing if n is not above 0.
func Tail(s string, n int) string {
	start := len(s)
	for i := len(s) - 1; i >= 0; i-- {
		u := units(s[i])
		if n -= u; n < 0 {
			break
		}
		if u > 0 {
			start = i
		}
	}
	return s[start:]
}
