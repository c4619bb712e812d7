package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// textPart is a text part of a content: its section, and the type that it must have there. A part of another type keeps
// its type.
type textPart struct{ section, kind string }

// said returns the part that a role's messages have.
func (p *reader) said(role string) textPart {
	switch {
	case !p.responses:
		return textPart{provider.Content, "text"}
	case role == pipeline.RoleAssistant:
		return textPart{provider.Content, "output_text"}
	}
	return textPart{provider.Content, "input_text"}
}

// content takes out a member that is a text or a list of parts, but leaves it if it is empty. The members of parts
// other than their texts stay, as a list with a value for each part.
func (p *reader) content(o *jsonvalue.Object, key string, want textPart) []pipeline.Section {
	if o.Missed(key) {
		return nil
	}
	if text := o.TakeSaid(key); text != "" {
		return provider.Sections(nil, want.section, text)
	}
	items, ok := jsonvalue.SplitList(o.Get(key))
	if !ok || len(items) == 0 {
		return nil
	}
	var sections []pipeline.Section
	var rests jsonvalue.Rests
	for _, item := range items {
		name, text, rest := p.part(want, item)
		sections = provider.Sections(sections, name, text)
		rests.Add(rest)
	}
	o.Put(key, rests.List())
	return sections
}

// bare stands for a part that is a plain text, which few servers accept.
const bare = `"text"`

// part returns the section of a part, and the rest of the part. A part of an unknown kind has no text, and is left
// whole; so is an empty text, so that it differs from a missing one.
func (p *reader) part(want textPart, raw json.RawMessage) (name, text string, rest json.RawMessage) {
	section := want.section
	if text, ok := jsonvalue.Text(raw); ok {
		if text == "" {
			return section, text, raw
		}
		return section, text, json.RawMessage(bare)
	}
	o, err := jsonvalue.SplitObject(raw)
	if err != nil {
		return section, "", p.canonical(raw)
	}
	kind, _ := jsonvalue.Text(o.Get("type"))
	switch kind {
	case "", "text", "input_text", "output_text", "summary_text", "reasoning_text":
		o.Missed("type")
		if text := o.TakeSaid("text"); text != "" {
			o.Drop("type", `"`+want.kind+`"`)
			return section, text, p.rest(o)
		}
		o.Missed("text")
	case "refusal":
		if text := o.TakeSaid("refusal"); text != "" {
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
