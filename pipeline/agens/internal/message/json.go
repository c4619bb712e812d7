package message

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Sourced is a JSON value, or a part of one, with the source of its text.
type Sourced struct {
	Value  any
	Source pipeline.TextSource
}

// JSON spells a value of the types of jsonvalue.Parse, with Sourced anywhere in it, as the original's encoder does
// (G4): no blanks, sorted keys, numbers as written, everything beyond ASCII and '/' unescaped, and a control character
// in its short form or with upper-case digits. Invalid UTF-8 becomes U+FFFD.
func JSON(v any) pipeline.Pieces {
	var e encoder
	e.value(v)
	return e.end()
}

// encoder writes consecutive pieces of one source each.
type encoder struct {
	done   pipeline.Pieces
	text   []byte // of the current piece
	source pipeline.TextSource
}

func (e *encoder) end() pipeline.Pieces {
	e.done = append(e.done, e.source.Of(string(e.text))...)
	e.text = e.text[:0]
	return e.done
}

func (e *encoder) value(v any) {
	switch v := v.(type) {
	case Sourced:
		outer := e.source
		e.from(v.Source)
		e.value(v.Value)
		e.from(outer)
	case map[string]any:
		e.object(v)
	case []any:
		e.list(v)
	case string:
		e.text = appendString(e.text, v)
	case json.Number:
		e.text = append(e.text, v...)
	case nil:
		e.text = append(e.text, "null"...)
	default: // a boolean; nothing else is a value of JSON
		e.text = fmt.Append(e.text, v)
	}
}

// from sets the source of the following text.
func (e *encoder) from(source pipeline.TextSource) {
	if source != e.source {
		e.end()
		e.source = source
	}
}

func (e *encoder) object(m map[string]any) {
	e.text = append(e.text, '{')
	for i, k := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			e.text = append(e.text, ',')
		}
		e.text = append(appendString(e.text, k), ':')
		e.value(m[k])
	}
	e.text = append(e.text, '}')
}

func (e *encoder) list(all []any) {
	e.text = append(e.text, '[')
	for i, v := range all {
		if i > 0 {
			e.text = append(e.text, ',')
		}
		e.value(v)
	}
	e.text = append(e.text, ']')
}

// appendString appends a JSON string.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s { // a byte that is no UTF-8 is U+FFFD here
		switch {
		case r == '"', r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = appendControl(b, byte(r))
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

func appendControl(b []byte, c byte) []byte {
	if short := strings.IndexByte("\b\t\n\f\r", c); short >= 0 {
		return append(b, '\\', "btnfr"[short])
	}
	return fmt.Appendf(b, `\u%04X`, c)
}
