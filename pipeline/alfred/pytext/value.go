// Package pytext writes values as Python would: Alfred's program is written in it, and some of its prompts show values
// in Python's spelling.
package pytext

import (
	"bytes"
	"encoding/json"
)

// Dict is an object with its keys in order.
type Dict []Item

// Item is a key of a Dict with its value.
type Item struct {
	Key   string
	Value any
}

// Get is the value of a key. A key that stands twice has its last value.
func (d Dict) Get(key string) (any, bool) {
	for i := len(d) - 1; i >= 0; i-- {
		if d[i].Key == key {
			return d[i].Value, true
		}
	}
	return nil, false
}

// Parse reads a JSON value: nil, bool, json.Number, string, []any or Dict. What is no JSON is nil.
func Parse(raw json.RawMessage) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := value(dec)
	if err != nil {
		return nil
	}
	return v
}

func value(dec *json.Decoder) (any, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok {
	case json.Delim('['):
		return list(dec)
	case json.Delim('{'):
		return dict(dec)
	}
	return tok, nil
}

func list(dec *json.Decoder) (any, error) {
	all := []any{}
	for dec.More() {
		v, err := value(dec)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	_, err := dec.Token()
	return all, err
}

func dict(dec *json.Decoder) (any, error) {
	all := Dict{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		v, err := value(dec)
		if err != nil {
			return nil, err
		}
		all = append(all, Item{key.(string), v})
	}
	_, err := dec.Token()
	return all, err
}

// Truth reports whether Python takes a value for true.
func Truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case json.Number:
		f, err := v.Float64()
		return err != nil || f != 0
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	case Dict:
		return len(v) > 0
	}
	return true
}
