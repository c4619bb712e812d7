// Package record has JSON values that keep what a model or a case wrote: the keys of an object in their order, numbers
// in their spelling. A value is nil, a bool, a string, a json.Number, a []any or an *Object. They can be spelled as
// Python does.
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

// Of is the object of the fields; of a key that is there twice, the last value stands at the first place.
func Of(fields ...Field) *Object {
	o := &Object{}
	for _, f := range fields {
		o.Set(f.Key, f.Value)
	}
	return o
}

// Len is how many keys the object has.
func (o *Object) Len() int { return len(o.keys) }

// Keys are the keys in their order.
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

// Get is the value of a key, nil when there is none.
func (o *Object) Get(key string) any { return o.values[key] }

// Has reports whether the object has a key, also one whose value is null.
func (o *Object) Has(key string) bool {
	_, ok := o.values[key]
	return ok
}

// Text is the string at a key; of another value, and of none, the empty one.
func (o *Object) Text(key string) string {
	s, _ := o.values[key].(string)
	return s
}

// Set gives a key its value: at the key's place, or as the last one.
func (o *Object) Set(key string, value any) {
	if o.values == nil {
		o.values = map[string]any{}
	}
	if !o.Has(key) {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
}

// Delete takes a key away.
func (o *Object) Delete(key string) {
	if o.Has(key) {
		delete(o.values, key)
		o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
	}
}

// Copy is a copy of the object alone: it shares the values.
func (o *Object) Copy() *Object {
	return &Object{keys: slices.Clone(o.keys), values: maps.Clone(o.values)}
}

// Clone is a deep copy.
func (o *Object) Clone() *Object { return Clone(o).(*Object) }

// Clone is a deep copy of a value.
func Clone(v any) any { return MapStrings(v, func(s string) string { return s }) }

// MapStrings is a deep copy of a value in which f has rewritten every string and key. Of two keys that become one, the
// last value counts.
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

// Objects are the objects in a list; ok reports whether it is a list of nothing else.
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

// List is a list of the objects, as a value.
func List(objects []*Object) []any {
	list := make([]any, len(objects))
	for i, o := range objects {
		list[i] = o
	}
	return list
}
