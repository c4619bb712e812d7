package prompt

import (
	"encoding"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// JSON is jsonvalue.Marshal of a value, in one line, with non-ASCII as it is. Pieces in the value keep their sources;
// the text around them is from the program.
func JSON(v any) (pipeline.Pieces, error) {
	raw, err := jsonvalue.Marshal(v)
	if err != nil {
		return nil, err
	}
	var c jsonTexts
	if value := reflect.ValueOf(v); value.IsValid() && mayHoldPieces(value.Type(), 0) {
		c.collect(value)
	}
	if !c.sourced {
		return pipeline.TextSource{}.Of(string(raw)), nil
	}
	return c.attribute(string(raw)), nil
}

// jsonTexts are the texts of a value in the order in which encoding/json writes them, including those without a source:
// in JSON strings are told apart only by their order.
type jsonTexts struct {
	texts   []pipeline.Pieces
	sourced bool // at least one of them has a source
}

var (
	jsonMarshalerType = reflect.TypeFor[json.Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
)

// deepType is how deep mayHoldPieces looks into a type, which may be recursive.
const deepType = 8

// mayHoldPieces reports whether a value of the type can contain Pieces; most types clearly cannot.
func mayHoldPieces(t reflect.Type, depth int) bool {
	switch {
	case t == piecesType, t.Kind() == reflect.Interface, depth == deepType:
		return true
	case slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map}, t.Kind()):
		return mayHoldPieces(t.Elem(), depth+1)
	case t.Kind() != reflect.Struct:
		return false
	}
	for i := range t.NumField() {
		if mayHoldPieces(t.Field(i).Type, depth+1) {
			return true
		}
	}
	return false
}

func (c *jsonTexts) collect(v reflect.Value) {
	if !v.IsValid() {
		return
	}
	t := v.Type()
	if t == piecesType {
		c.texts, c.sourced = append(c.texts, v.Interface().(pipeline.Pieces)), c.sourced || v.Len() > 0
		return
	}
	if t.Implements(jsonMarshalerType) || t.Implements(textMarshalerType) {
		return // its JSON is unknown: attribute will notice
	}
	switch v.Kind() {
	case reflect.String:
		c.texts = append(c.texts, pipeline.TextSource{}.Of(v.String()))
	case reflect.Pointer, reflect.Interface:
		c.collect(v.Elem())
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			c.collect(v.Index(i))
		}
	case reflect.Map:
		c.collectMap(v)
	case reflect.Struct:
		c.collectFields(v)
	}
}

func (c *jsonTexts) collectMap(v reflect.Value) {
	if v.Type().Key().Kind() != reflect.String {
		return
	}
	byKey := map[string]reflect.Value{}
	for _, k := range v.MapKeys() {
		byKey[k.String()] = v.MapIndex(k)
	}
	for _, k := range slices.Sorted(maps.Keys(byKey)) {
		c.collect(byKey[k])
	}
}

func (c *jsonTexts) collectFields(v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() && !f.Anonymous || name == "-" && options == "" {
			continue
		}
		omits := strings.Contains(options, "omitempty") && isEmptyJSON(v.Field(i)) || strings.Contains(options,
			"omitzero") && v.Field(i).IsZero()
		if !omits {
			c.collect(v.Field(i))
		}
	}
}

// isEmptyJSON reports whether omitempty omits a value.
func isEmptyJSON(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// attribute finds the texts in their JSON. If one is not in its place, a part of the value has its own encoding, and
// nothing is attributed: a wrong source would be worse than none.
func (c *jsonTexts) attribute(raw string) pipeline.Pieces {
	code := pipeline.TextSource{Kind: pipeline.TextCode}
	var all pipeline.Pieces
	from, n := 0, 0 // start of the rest; index of the next text
	for at := 0; at < len(raw); at++ {
		if raw[at] != '"' {
			continue
		}
		begin := at + 1
		at = endOfJSONString(raw, begin)
		if at+1 < len(raw) && raw[at+1] == ':' {
			continue // a key
		}
		if n == len(c.texts) {
			return pipeline.TextSource{Kind: pipeline.TextUnclear}.Of(raw)
		}
		text, ok := escapedPieces(c.texts[n], raw[begin:at])
		if !ok {
			return pipeline.TextSource{Kind: pipeline.TextUnclear}.Of(raw)
		}
		n++
		if text.Source() == code {
			continue
		}
		all = append(append(all, code.Of(raw[from:begin])...), text...)
		from = at
	}
	return append(all, code.Of(raw[from:])...)
}

// endOfJSONString returns the offset of the closing quote of a string in valid JSON.
func endOfJSONString(raw string, at int) int {
	for ; at < len(raw) && raw[at] != '"'; at++ {
		if raw[at] == '\\' {
			at++
		}
	}
	return at
}

// escapedPieces returns the pieces of a text as escaped in a JSON string.
func escapedPieces(text pipeline.Pieces, escaped string) (pipeline.Pieces, bool) {
	if len(text) == 1 {
		if jsonvalue.Escape(text[0].Text) != escaped {
			return nil, false
		}
		return text.Made(escaped), true
	}
	if jsonvalue.Escape(text.String()) != escaped {
		return nil, false
	}
	return text.Rewritten(escaped, jsonvalue.Escape), true
}
