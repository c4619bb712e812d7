package provider

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Open is an item of messages, and the message that is to be made of it, with its role. A role that nobody
// knows stays in the object, and a user says the message; so it is where no role is said, and with an item that is no
// object.
func Open(raw json.RawMessage) (*jsonvalue.Object, pipeline.Message) {
	o, err := jsonvalue.SplitObject(raw)
	if err != nil {
		return jsonvalue.ObjectOf("message", raw), pipeline.Message{Role: pipeline.RoleUser}
	}
	o.Missed("role") // no role that is known
	role := jsonvalue.TextOf(o.Get("role"))
	if !slices.Contains(pipeline.Roles(), role) {
		return o, pipeline.Message{Role: pipeline.RoleUser}
	}
	o.Take("role")
	return o, pipeline.Message{Role: role}
}

// The names of sections in messages of clients.
const (
	Content   = "Content"
	Reasoning = "Reasoning"
)

// Sections appends a section of a text; an empty text has none.
func Sections(sections []pipeline.Section, name, text string) []pipeline.Section {
	if text == "" {
		return sections
	}
	return append(sections, pipeline.Section{Name: name, Text: text})
}
