package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/jsonobject"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/msgpart"
)

// content takes a member out that is a text or a list of parts. Its texts are in sections of this name. What parts say
// besides stays in the member, as a list with a value for each part.
func (p *reader) content(o *jsonobject.Object, key, section string) []pipeline.Section {
	raw := o.Get(key)
	if text, ok := o.TakeText(key); ok {
		return msgpart.Sections(nil, section, text)
	}
	if string(raw) == "null" {
		o.Take(key)
		return nil
	}
	items, ok := jsonobject.List(raw)
	if !ok {
		return nil
	}
	var sections []pipeline.Section
	var rests jsonobject.Rests
	for _, item := range items {
		name, text, rest := p.part(section, item)
		sections = msgpart.Sections(sections, name, text)
		rests.Add(rest)
	}
	o.Put(key, rests.List())
	return sections
}

// part is the section of a part, and what the part says besides. A part of an unknown kind has no text, and is left
// whole.
func (p *reader) part(section string, raw json.RawMessage) (name, text string, rest json.RawMessage) {
	if text, ok := jsonobject.Text(raw); ok {
		return section, text, nil
	}
	o, err := jsonobject.Split(raw)
	if err != nil {
		return section, "", p.canonical(raw)
	}
	kind, _ := jsonobject.Text(o.Get("type"))
	switch kind {
	case "", "text", "input_text", "output_text", "summary_text", "reasoning_text":
		if text, ok := o.TakeText("text"); ok {
			o.Take("type")
			return section, text, p.rest(o)
		}
	case "refusal":
		if text, ok := o.TakeText("refusal"); ok {
			o.Take("type")
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
