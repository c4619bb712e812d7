package provider

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Open returns an item of messages, and the message to be made of it, with its role. An unknown role stays in the
// object, and the message is a user's; so it is without a role, and for an item that is no object.
func Open(raw json.RawMessage) (*jsonvalue.Object, pipeline.Message) {
	o, err := jsonvalue.SplitObject(raw)
	if err != nil {
		return jsonvalue.ObjectOf("message", raw), pipeline.Message{Role: pipeline.RoleUser}
	}
	o.Missed("role") // the role is unknown
	role := jsonvalue.TextOf(o.Get("role"))
	if !slices.Contains(pipeline.Roles(), role) {
		return o, pipeline.Message{Role: pipeline.RoleUser}
	}
	o.Take("role")
	return o, pipeline.Message{Role: role}
}

// Names of sections in messages of clients.
const (
	Content   = "Content"
	Reasoning = "Reasoning"
)

// Sections appends a section with a text; an empty text adds none.
func Sections(sections []pipeline.Section, name, text string) []pipeline.Section {
	if text == "" {
		return sections
	}
	return append(sections, pipeline.Section{Name: name, Text: text})
}
