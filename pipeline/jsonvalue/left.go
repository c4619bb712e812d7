package jsonvalue

import "encoding/json"

// Left is what is left of the items of a list: nil for an empty rest.
type Left []json.RawMessage

// Into replaces the list by the rests, {} for an empty one.
func (l Left) Into(o *Object, key string) {
	var rests Rests
	for _, raw := range l {
		rests.Add(raw)
	}
	o.Put(key, rests.List())
}

// Rests are the rests of the items of a list, in order, {} for an empty one.
type Rests struct {
	Items []json.RawMessage
	Any   bool // at least one rest is not empty
}

// Add adds the rest of the next item; nil: nothing.
func (r *Rests) Add(rest json.RawMessage) {
	if rest == nil {
		rest = json.RawMessage("{}")
	} else {
		r.Any = true
	}
	r.Items = append(r.Items, rest)
}

// List returns the rests, or nil if all are empty.
func (r *Rests) List() json.RawMessage {
	if !r.Any {
		return nil
	}
	b := []byte("[")
	for i, item := range r.Items {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, item...)
	}
	return append(b, ']')
}
