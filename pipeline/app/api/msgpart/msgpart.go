// Package msgpart reads the parts of messages that are alike in the clients of several providers: roles, files, tools,
// and the arguments of calls.
package msgpart

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/jsonobject"
)

// Open is an item of messages, and the message that is to be made of it, with its role. A role that nobody
// knows stays in the object, and a user says the message; so it is where no role is said, and with an item that is no
// object.
func Open(raw json.RawMessage) (*jsonobject.Object, pipeline.Message) {
	o, err := jsonobject.Split(raw)
	if err != nil {
		return jsonobject.Of("message", raw), pipeline.Message{Role: pipeline.RoleUser}
	}
	o.Missed("role") // no role that is known
	role := jsonobject.TextOf(o.Get("role"))
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
