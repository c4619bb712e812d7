package api

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

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

// content takes a member out that is a text or a list of parts. Its texts are in sections of this name. What parts say
// besides stays in the member, as a list with a value for each part.
func (p *partReader) content(o *object, key, section string) []pipeline.Section {
	raw := o.has(key)
	if text, ok := o.takeText(key); ok {
		return partSections(nil, section, text)
	}
	if string(raw) == "null" {
		o.take(key)
		return nil
	}
	items, ok := list(raw)
	if !ok {
		return nil
	}
	var sections []pipeline.Section
	var rests partRests
	for _, item := range items {
		name, text, rest := p.part(section, item)
		sections = partSections(sections, name, text)
		rests.add(rest)
	}
	partPut(o, key, rests.list())
	return sections
}

func partSections(sections []pipeline.Section, name, text string) []pipeline.Section {
	if text == "" {
		return sections
	}
	return append(sections, pipeline.Section{Name: name, Text: text})
}

// part is the section of a part, and what the part says besides. A part of an unknown kind has no text, and is left
// whole.
func (p *partReader) part(section string, raw json.RawMessage) (name, text string, rest json.RawMessage) {
	if text, ok := partText(raw); ok {
		return section, text, nil
	}
	o, err := splitObject(raw)
	if err != nil {
		return section, "", p.canonical(raw)
	}
	kind, _ := partText(o.has("type"))
	switch kind {
	case "", "text", "input_text", "output_text", "summary_text", "reasoning_text":
		if text, ok := o.takeText("text"); ok {
			o.take("type")
			return section, text, p.rest(o)
		}
	case "refusal":
		if text, ok := o.takeText("refusal"); ok {
			o.take("type")
			return "refusal", text, p.rest(o)
		}
	case "image_url", "input_image":
		return "image", p.file("image", o), p.rest(o)
	case "input_file", "file":
		return "file", p.file("file", o), p.rest(o)
	case "input_audio":
		return "audio", p.file("audio", o), p.rest(o)
	}
	return section, "", p.rest(o)
}
