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

// Roles are all roles of a message.
func Roles() []string { return []string{RoleSystem, RoleUser, RoleAssistant, RoleTool} }

// ToolCall is a call that a model asked for. Arguments are the model's own bytes, whether they are JSON or not.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Message is one entry of a messages array. All text in it is valid UTF-8: what comes from outside is repaired where it
// enters. ToolCalls stand in assistant messages alone, ToolCallID and Name in tool messages alone.
type Message struct {
	Role       string
	Sections   []Section
	ToolCalls  []ToolCall
	ToolCallID string
	Name       string

	// Fields is what else a client put into the message, as one JSON object in the form that jsonvalue.Canonical gives;
	// nil: nothing. Systems of this program have none.
	Fields json.RawMessage

	// Source is where the tool calls are from, and a text whose sections do not say. It is no part of the message: not
	// sent, not compared, not kept.
	Source TextSource
}

// Text is a message of one section.
func Text(role, section, text string) Message {
	return Message{Role: role, Sections: []Section{{Name: section, Text: text}}}
}

// Content is what the model reads: the sections' texts, one behind the other.
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

// Pieces are the pieces that the content is made of.
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

// Clone shares no slice with m.
func (m Message) Clone() Message {
	m.Sections = slices.Clone(m.Sections)
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

// Tool is what a model is offered: Parameters is a JSON Schema in the form that jsonvalue.Canonical gives.
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

// Source is where the tool's name, description and schema are from.
func (t Tool) Source() TextSource { return TextSource{Kind: TextTool, Define: t.Name} }
