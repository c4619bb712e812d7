package api

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

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
