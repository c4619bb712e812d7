package api

import "encoding/json"

// partReader reads what messages are made of. It fails only where JSON is nested deeper than the project reads; err is
// the first such failure.
type partReader struct{ err error }

// rest is what is left of an object; nil: nothing is.
func (p *partReader) rest(o *object) json.RawMessage {
	raw, err := o.rest()
	if err != nil && p.err == nil {
		p.err = err
	}
	return raw
}

// canonical is a value in the form of jsonvalue.Canonical.
func (p *partReader) canonical(raw json.RawMessage) json.RawMessage {
	raw, err := splitCanonical(raw)
	if err != nil && p.err == nil {
		p.err = err
	}
	return raw
}

// partMember is the object with this one member.
func partMember(key string, raw json.RawMessage) *object {
	return &object{keys: []string{key}, members: map[string]json.RawMessage{key: raw}}
}

// partPut gives a member another value in its place, or a new one at the end; nil takes it out.
func partPut(o *object, key string, raw json.RawMessage) {
	if raw == nil {
		o.take(key)
		return
	}
	if _, there := o.members[key]; !there {
		o.keys = append(o.keys, key)
	}
	o.members[key] = raw
}

// partRests are what is left of the items of a list, in their order, {} where nothing is.
type partRests struct {
	items []json.RawMessage
	any   bool
}

func (r *partRests) add(rest json.RawMessage) {
	if rest == nil {
		rest = json.RawMessage("{}")
	} else {
		r.any = true
	}
	r.items = append(r.items, rest)
}

// list is nil when nothing is left of any item.
func (r *partRests) list() json.RawMessage {
	if !r.any {
		return nil
	}
	b := []byte("[")
	for i, item := range r.items {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, item...)
	}
	return append(b, ']')
}
