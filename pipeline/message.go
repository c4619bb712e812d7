package pipeline

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Roles of a message, as every chat API names them.
const (
	RoleSystem    = "system"
	RoleUser      = "user"
	RoleAssistant = "assistant"
	RoleTool      = "tool"
)

// Roles returns all roles of a message.
func Roles() []string { return []string{RoleSystem, RoleUser, RoleAssistant, RoleTool} }

// ToolCall is a model's tool call. Arguments are the model's own bytes, whether they are JSON or not.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Message is one entry of a messages array. All text in it is valid UTF-8: text from outside is repaired where it
// enters. Only assistant messages have ToolCalls, and only tool messages have ToolCallID and Name.
type Message struct {
	Role       string
	Sections   []Section
	ToolCalls  []ToolCall
	ToolCallID string
	Name       string

	// Fields is everything else that a client put into the message, as one JSON object in jsonvalue.Canonical form;
	// nil: nothing. Systems of this program have none.
	Fields json.RawMessage

	// Source is the source of the tool calls, and of texts whose sections have none. It is no part of the message: not
	// sent, compared or kept.
	Source TextSource
}

// Text returns a message of one section.
func Text(role, section, text string) Message {
	return Message{Role: role, Sections: []Section{{Name: section, Text: text}}}
}

// Content returns what the model reads: the concatenated texts of the sections.
func (m Message) Content() string {
	switch len(m.Sections) {
	case 0:
		return ""
	case 1:
		return m.Sections[0].Text
	}
	var b strings.Builder
	for _, s := range m.Sections {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Pieces returns the pieces of the content.
func (m Message) Pieces() Pieces {
	if len(m.Sections) == 1 {
		return m.Sections[0].Pieces()
	}
	var all Pieces
	for _, s := range m.Sections {
		all = append(all, s.Pieces()...)
	}
	return all
}

// Clone returns a copy that shares no slice with m.
func (m Message) Clone() Message {
	m.Sections = slices.Clone(m.Sections)
	for i, s := range m.Sections {
		m.Sections[i].pieces = s.Pieces() // asked for many times once a request is sent, and built anew each time
	}
	m.ToolCalls = slices.Clone(m.ToolCalls)
	return m
}

// CloneMessages copies a messages array so that later changes to either one do not show in the other.
func CloneMessages(ms []Message) []Message {
	if ms == nil {
		return nil
	}
	c := make([]Message, len(ms))
	for i, m := range ms {
		c[i] = m.Clone()
	}
	return c
}

// Tool is a tool offered to a model: Parameters is a JSON Schema in jsonvalue.Canonical form.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage
}

// Equal reports whether two messages have the same role, sections, tool calls, tool call id, name and other fields.
func (m Message) Equal(o Message) bool {
	return m.Role == o.Role && m.ToolCallID == o.ToolCallID && m.Name == o.Name &&
		bytes.Equal(m.Fields, o.Fields) && slices.EqualFunc(m.Sections, o.Sections, Section.Equal) &&
		slices.Equal(m.ToolCalls, o.ToolCalls)
}

// Source returns the source of the tool's name, description and schema.
func (t Tool) Source() TextSource { return TextSource{Kind: TextTool, Define: t.Name} }
