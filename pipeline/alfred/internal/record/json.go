package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// maxDepth is the maximum nesting depth of a value.
const maxDepth = 1000

// Parse parses one JSON value. It rejects invalid UTF-8, duplicate keys, more than one value and nesting deeper than
// 1000.
func Parse(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	v, err := parse(dec, 0)
	if errors.Is(err, io.EOF) {
		return nil, io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON value")
	}
	return v, nil
}

// ParseObject is Parse for an object.
func ParseObject(text []byte) (*Object, error) {
	v, err := Parse(text)
	if err != nil {
		return nil, err
	}
	o, ok := v.(*Object)
	if !ok {
		return nil, fmt.Errorf("want a JSON object, got %s", Kind(v))
	}
	return o, nil
}

func parse(dec *json.Decoder, depth int) (any, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	open, nested := tok.(json.Delim)
	if !nested {
		return tok, nil
	}
	if depth == maxDepth {
		return nil, fmt.Errorf("nested deeper than %d", maxDepth)
	}
	if open == '{' {
		return parseObject(dec, depth)
	}
	list := []any{}
	for dec.More() {
		v, err := parse(dec, depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err = dec.Token()
	return list, err
}

func parseObject(dec *json.Decoder, depth int) (any, error) {
	o := &Object{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name := key.(string) // encoding/json returns only strings there
		if o.Has(name) {
			return nil, fmt.Errorf("key %.60q twice in one object", name)
		}
		v, err := parse(dec, depth+1)
		if err != nil {
			return nil, err
		}
		o.Set(name, v)
	}
	_, err := dec.Token()
	return o, err
}

// Marshal encodes a value without blanks, in the form of jsonvalue.Canonical.
func Marshal(v any) json.RawMessage { return appendValue(nil, v) }

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case json.Number:
		return append(b, v...)
	case string:
		return append(append(append(b, '"'), jsonvalue.Escape(v)...), '"')
	case []any:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, e)
		}
		return append(b, ']')
	case *Object:
		return appendObject(b, v)
	}
	return append(b, "null"...)
}

func appendObject(b []byte, o *Object) []byte {
	b = append(b, '{')
	for i, k := range o.keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendValue(b, k), ':')
		b = appendValue(b, o.values[k])
	}
	return append(b, '}')
}

// String returns a value as a text: a string unchanged, anything else in JSON.
func String(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(Marshal(v))
}

// MarshalJSON implements json.Marshaler.
func (o *Object) MarshalJSON() ([]byte, error) { return Marshal(o), nil }

// UnmarshalJSON implements json.Unmarshaler, like ParseObject.
func (o *Object) UnmarshalJSON(text []byte) error {
	read, err := ParseObject(text)
	if err != nil {
		return err
	}
	*o = *read
	return nil
}
