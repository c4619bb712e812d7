// Package record has JSON values that keep the spelling of a model or a case: the keys of an object in their order,
// numbers digit for digit. A value is nil, a bool, a string, a json.Number, a []any or an *Object. They can be spelled
// as Python does.
package record

import (
	"iter"
	"maps"
	"slices"
)

// Object is a JSON object whose keys keep their order. The zero value is an empty one.
type Object struct {
	keys   []string
	values map[string]any
}

// Field is a key of an object and its value.
type Field struct {
	Key   string
	Value any
}

// Of returns the object of the fields; a repeated key has its last value at its first place.
func Of(fields ...Field) *Object {
	o := &Object{}
	for _, f := range fields {
		o.Set(f.Key, f.Value)
	}
	return o
}

// Len returns the number of keys.
func (o *Object) Len() int { return len(o.keys) }

// Keys returns the keys in their order.
func (o *Object) Keys() []string { return slices.Clone(o.keys) }

// All yields the keys and values in order.
func (o *Object) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, k := range o.keys {
			if !yield(k, o.values[k]) {
				return
			}
		}
	}
}

// Get returns the value of a key, nil if there is none.
func (o *Object) Get(key string) any { return o.values[key] }

// Has reports whether the object has a key, even with a null value.
func (o *Object) Has(key string) bool {
	_, ok := o.values[key]
	return ok
}

// Text returns the string at a key; empty for another value, and for none.
func (o *Object) Text(key string) string {
	s, _ := o.values[key].(string)
	return s
}

// Set sets the value of a key: at the key's place, or as the last one.
func (o *Object) Set(key string, value any) {
	if o.values == nil {
		o.values = map[string]any{}
	}
	if !o.Has(key) {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
}

// Delete removes a key.
func (o *Object) Delete(key string) {
	if o.Has(key) {
		delete(o.values, key)
		o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
	}
}

// Copy returns a shallow copy of the object.
func (o *Object) Copy() *Object {
	return &Object{keys: slices.Clone(o.keys), values: maps.Clone(o.values)}
}

// Clone returns a deep copy.
func (o *Object) Clone() *Object { return Clone(o).(*Object) }

// Clone returns a deep copy of a value.
func Clone(v any) any { return MapStrings(v, func(s string) string { return s }) }

// MapStrings returns a deep copy of a value in which f has rewritten every string and key. If two keys become equal,
// the last value counts.
func MapStrings(v any, f func(string) string) any {
	switch v := v.(type) {
	case string:
		return f(v)
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = MapStrings(e, f)
		}
		return list
	case *Object:
		o := &Object{keys: make([]string, 0, v.Len()), values: make(map[string]any, v.Len())}
		for k, e := range v.All() {
			o.Set(f(k), MapStrings(e, f))
		}
		return o
	}
	return v
}

// Objects returns the objects in a list; ok reports whether it is a list of only objects.
func Objects(v any) (objects []*Object, ok bool) {
	list, ok := v.([]any)
	for _, e := range list {
		o, isObject := e.(*Object)
		if !isObject {
			return nil, false
		}
		objects = append(objects, o)
	}
	return objects, ok
}

// Rows returns the rows in the result of a query: the objects in a list, or the result itself if it is one.
func Rows(v any) []*Object {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var rows []*Object
	for _, e := range list {
		if o, ok := e.(*Object); ok {
			rows = append(rows, o)
		}
	}
	return rows
}

// List returns a list of the objects, as a value.
func List(objects []*Object) []any {
	list := make([]any, len(objects))
	for i, o := range objects {
		list[i] = o
	}
	return list
}
