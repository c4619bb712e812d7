// Package python spells values as the programs' language does where their prompts show it: repr of texts, lists and
// dicts, and json.dumps (A3).
package python

import (
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/state"
)

// code is the source of what stands around values.
var code = pipeline.TextSource{Kind: pipeline.TextCode}

// Repr is repr(text). It keeps the sources of the text. Of a character that Unicode has only lately got, the program's
// Python may not know yet that it can be printed.
func Repr(text pipeline.Pieces) pipeline.Pieces {
	quote := quoteFor(text.String())
	all := code.Of(quote)
	for _, piece := range text {
		all = append(all, piece.Source.Of(escaped(piece.Text, quote))...)
	}
	return append(all, code.Of(quote)...)
}

// quoteFor is the quote that repr takes: the double one for a text that has single ones alone.
func quoteFor(text string) string {
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		return `"`
	}
	return "'"
}

// escaped is a text between quotes. What cannot be printed is an escape; a byte that is not UTF-8 becomes U+FFFD.
func escaped(text, quote string) string {
	var b strings.Builder
	for _, r := range text {
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
		default:
			b.WriteString(hexadecimal(r))
		}
	}
	return b.String()
}

// hexadecimal is \xhh, \uhhhh or \Uhhhhhhhh, whichever is the first to hold the character.
func hexadecimal(r rune) string {
	letter, digits := `\U`, 8
	switch {
	case r < 0x100:
		letter, digits = `\x`, 2
	case r < 0x10000:
		letter, digits = `\u`, 4
	}
	hex := strconv.FormatInt(int64(r), 16)
	return letter + strings.Repeat("0", digits-len(hex)) + hex
}

// List is repr of a list of texts: ['a', 'b'].
func List(texts ...pipeline.Pieces) pipeline.Pieces {
	all := code.Of("[")
	for i, text := range texts {
		if i > 0 {
			all = append(all, code.Of(", ")...)
		}
		all = append(all, Repr(text)...)
	}
	return append(all, code.Of("]")...)
}

// Names is repr of a list of names that are of one source.
func Names(from pipeline.TextSource, names ...string) pipeline.Pieces {
	texts := make([]pipeline.Pieces, len(names))
	for i, name := range names {
		texts[i] = from.Of(name)
	}
	return List(texts...)
}

// Dict is repr of a dict of texts in its order: {'a': 'b'}.
func Dict(entries iter.Seq2[string, state.Text]) pipeline.Pieces {
	all, first := code.Of("{"), true
	for key, text := range entries {
		if !first {
			all = append(all, code.Of(", ")...)
		}
		first = false
		all = append(append(append(all, Repr(code.Of(key))...), code.Of(": ")...), Repr(text.Pieces)...)
	}
	return append(all, code.Of("}")...)
}

// valid is a text with U+FFFD for each byte that is not UTF-8.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
