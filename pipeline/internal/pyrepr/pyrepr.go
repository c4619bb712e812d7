// Package pyrepr spells texts and numbers as Python's repr does: the original programs of two systems show values so in
// their prompts.
package pyrepr

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Quote returns the repr of a text.
func Quote(s string) string {
	quote := QuoteOf(s)
	return quote + Escape(s, quote) + quote
}

// QuoteOf returns the quote that repr puts around a text: the double one if the text has only single ones.
func QuoteOf(s string) string {
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return `"`
	}
	return "'"
}

// Escape returns a text for use between such quotes. Unprintable characters are escaped; which recent characters of
// Unicode are printable depends on Python's version, so the programs' may differ. A byte that is not UTF-8 becomes
// U+FFFD.
func Escape(s, quote string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\\' || string(r) == quote:
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// Number returns the repr of a number that json.loads has read from this spelling: an int keeps its digits, a float is
// spelled as short as possible, with a point or an exponent. infinity is the spelling of a float that is too large.
func Number(spelled, infinity string) string {
	if !strings.ContainsAny(spelled, ".eE") {
		if spelled == "-0" {
			return "0"
		}
		return spelled
	}
	f, _ := strconv.ParseFloat(spelled, 64) // out of range: an infinity
	switch {
	case math.IsInf(f, 1):
		return infinity
	case math.IsInf(f, -1):
		return "-" + infinity
	}
	if size := math.Abs(f); size != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
