// Package pytext writes values as Python would: Alfred's program is written in it, and some of its prompts show values
// in Python's spelling.
package pytext

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/record"
)

// Str is str(v) of a value of package record.
func Str(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return Repr(v)
}

// Repr is repr(v) of a value of package record.
func Repr(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case json.Number:
		return number(v.String())
	case string:
		return Quote(v)
	case []any:
		all := make([]string, len(v))
		for i, e := range v {
			all[i] = Repr(e)
		}
		return "[" + strings.Join(all, ", ") + "]"
	case *record.Object:
		var all []string
		for key, e := range v.All() {
			all = append(all, Quote(key)+": "+Repr(e))
		}
		return "{" + strings.Join(all, ", ") + "}"
	}
	return fmt.Sprint(v)
}

// number is a number of JSON as json.loads reads and repr writes it.
func number(s string) string {
	if !strings.ContainsAny(s, ".eE") {
		if s == "-0" {
			return "0"
		}
		return s
	}
	f, err := strconv.ParseFloat(s, 64)
	switch {
	case err == nil:
		return float(f)
	case f < 0: // too large
		return "-inf"
	}
	return "inf"
}

// float is the shortest text that reads back as f; with an exponent below 1e-4 and from 1e16 on.
func float(f float64) string {
	s := strconv.FormatFloat(f, 'e', -1, 64)
	_, e, _ := strings.Cut(s, "e")
	if exp, _ := strconv.Atoi(e); f != 0 && (exp < -4 || exp >= 16) {
		return s
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// Quote is repr of a text.
func Quote(s string) string {
	q := QuoteOf(s)
	return string(q) + Escape(s, q) + string(q)
}

// QuoteOf is the quote that repr puts around a text.
func QuoteOf(s string) byte {
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return '"'
	}
	return '\''
}

// Escape is a text as it stands between such quotes.
func Escape(s string, quote byte) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == rune(quote), r == '\\':
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
