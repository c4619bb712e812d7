package jsonvalue

import "encoding/json"

// Left is what is left of the items of a list: nil where nothing is.
type Left []json.RawMessage

// Into puts what is left in the place of the list, {} for an item of which nothing is.
func (l Left) Into(o *Object, key string) {
	var rests Rests
	for _, raw := range l {
		rests.Add(raw)
	}
	o.Put(key, rests.List())
}

// Rests are what is left of the items of a list, in their order, {} where nothing is.
type Rests struct {
	Items []json.RawMessage
	Any   bool // something is left of an item
}

// Add adds what is left of the next item; nil: nothing is.
func (r *Rests) Add(rest json.RawMessage) {
	if rest == nil {
		rest = json.RawMessage("{}")
	} else {
		r.Any = true
	}
	r.Items = append(r.Items, rest)
}

// List is nil when nothing is left of any item.
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
