package state

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Map is a map in the order in which its keys were first set, like Python's dict: prompts show it. The zero value is
// empty. In JSON it is an object.
type Map[V any] struct {
	keys   []string
	values map[string]V
}

// Get returns the value of a key.
func (m *Map[V]) Get(key string) (V, bool) {
	v, ok := m.values[key]
	return v, ok
}

// Set sets a key: in its place, or after all others.
func (m *Map[V]) Set(key string, v V) {
	if m.values == nil {
		m.values = map[string]V{}
	}
	if _, ok := m.values[key]; !ok {
		m.keys = append(m.keys, key)
	}
	m.values[key] = v
}

// Delete removes a key and reports whether it existed.
func (m *Map[V]) Delete(key string) bool {
	if _, ok := m.values[key]; !ok {
		return false
	}
	delete(m.values, key)
	m.keys = slices.DeleteFunc(m.keys, func(k string) bool { return k == key })
	return true
}

// Len returns the number of keys.
func (m *Map[V]) Len() int { return len(m.keys) }

// Keys returns a copy of the keys in order.
func (m *Map[V]) Keys() []string { return slices.Clone(m.keys) }

// Clone returns a copy.
func (m *Map[V]) Clone() Map[V] {
	return Map[V]{keys: slices.Clone(m.keys), values: maps.Clone(m.values)}
}

// All yields the keys and values in order.
func (m *Map[V]) All() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, key := range m.keys {
			if !yield(key, m.values[key]) {
				return
			}
		}
	}
}

// MarshalJSON implements json.Marshaler.
func (m Map[V]) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, key := range m.keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsonvalue.AppendString(b, key), ':')
		v, err := jsonvalue.Marshal(m.values[key])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		b = append(b, v...)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON implements json.Unmarshaler. Of a duplicate key the last value counts, as in Python.
func (m *Map[V]) UnmarshalJSON(raw []byte) error {
	*m = Map[V]{}
	dec := json.NewDecoder(bytes.NewReader(raw))
	begin, err := dec.Token()
	if err != nil || begin == nil {
		return err
	}
	if begin != json.Delim('{') {
		return fmt.Errorf("want an object, not %s", raw)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var v V
		if err := dec.Decode(&v); err != nil {
			return fmt.Errorf("%v: %w", key, err)
		}
		m.Set(key.(string), v)
	}
	return nil
}
