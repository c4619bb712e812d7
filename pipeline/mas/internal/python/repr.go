// Package python spells values like Python, in which the program is written, where its prompts show it: repr of
// texts, lists and dicts, and json.dumps (A3).
package python

import (
	"iter"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/pyrepr"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// code is the source of the text around values.
var code = pipeline.TextSource{Kind: pipeline.TextCode}

// Repr is repr(text). It keeps the sources of the text.
func Repr(text pipeline.Pieces) pipeline.Pieces {
	quote := pyrepr.QuoteOf(text.String())
	all := code.Of(quote)
	for _, piece := range text {
		all = append(all, piece.Source.Of(pyrepr.Escape(piece.Text, quote))...)
	}
	return append(all, code.Of(quote)...)
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

// valid replaces each byte that is not UTF-8 by U+FFFD.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
