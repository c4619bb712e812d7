package provider

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Canonical returns a request with ids replaced by names in the order in which the request mentions them: <call-1>,
// <response-1>, <item-1>. Issued ids are replaced everywhere. Some clients use ids of their own instead: these are
// replaced in a message's ToolCalls and ToolCallID, and under id and call_id in its Fields, but not in any text.
func (s *Set) Canonical(req pipeline.Request) pipeline.Request {
	s.mu.RLock()
	defer s.mu.RUnlock()
	r := &renaming{given: s, names: map[string]string{}, count: map[Kind]int{}}
	r.clients = r.clientIDs(req.Messages)
	if len(s.kinds) == 0 && len(r.clients) == 0 {
		return req
	}
	req.Messages = pipeline.CloneMessages(req.Messages)
	for i := range req.Messages {
		r.message(&req.Messages[i])
	}
	req.Parameters = r.json(req.Parameters)
	return req
}

// renaming replaces ids by names in the order of their first mention.
type renaming struct {
	given   *Set
	clients map[string]bool // ids of the client's own
	names   map[string]string
	count   map[Kind]int
}

// clientIDs returns the ids of calls that nobody issued.
func (r *renaming) clientIDs(messages []pipeline.Message) map[string]bool {
	found := map[string]bool{}
	note := func(id string) {
		if _, given := r.given.first(id); id != "" && given == 0 {
			found[id] = true
		}
	}
	for _, m := range messages {
		note(m.ToolCallID)
		for _, c := range m.ToolCalls {
			note(c.ID)
		}
	}
	return found
}

func (r *renaming) message(m *pipeline.Message) {
	for i, sec := range m.Sections {
		if text := r.text(sec.Text); text != sec.Text {
			m.Sections[i] = pipeline.Section{Name: sec.Name, Text: text}
		}
	}
	for i, c := range m.ToolCalls {
		m.ToolCalls[i] = pipeline.ToolCall{ID: r.id(c.ID), Name: c.Name, Arguments: r.text(c.Arguments)}
	}
	m.ToolCallID, m.Fields = r.id(m.ToolCallID), r.fields(m.Fields)
}

// id replaces a text in the position of a call's id.
func (r *renaming) id(text string) string {
	if r.clients[text] {
		return r.name(Call, text)
	}
	return r.text(text)
}

// text replaces issued ids from the front, the longest at each position.
func (r *renaming) text(text string) string {
	begin, end := r.given.first(text)
	if end == 0 {
		return text
	}
	var b strings.Builder
	for end > 0 {
		b.WriteString(text[:begin])
		b.WriteString(r.name(r.given.kinds[text[begin:end]], text[begin:end]))
		text = text[end:]
		begin, end = r.given.first(text)
	}
	b.WriteString(text)
	return b.String()
}

func (r *renaming) name(k Kind, id string) string {
	name, known := r.names[id]
	if !known {
		r.count[k]++
		name = "<" + string(k) + "-" + strconv.Itoa(r.count[k]) + ">"
		r.names[id] = name
	}
	return name
}

// json replaces issued ids in a JSON value. An id has no character that JSON escapes, so it occurs literally.
func (r *renaming) json(raw json.RawMessage) json.RawMessage {
	return replaced(raw, r.text(string(raw)))
}

// fields is json for the other members of a message, where a client's own ids may occur too.
func (r *renaming) fields(raw json.RawMessage) json.RawMessage {
	if len(r.clients) == 0 {
		return r.json(raw)
	}
	var b strings.Builder
	done := 0
	for m := range jsonvalue.Texts(raw) {
		id, _ := jsonvalue.Text(raw[m.Begin:m.End])
		if (m.Key != "id" && m.Key != "call_id") || !r.clients[id] {
			continue
		}
		b.WriteString(r.text(string(raw[done:m.Begin])))
		b.WriteString(`"` + r.name(Call, id) + `"`)
		done = m.End
	}
	b.WriteString(r.text(string(raw[done:])))
	return replaced(raw, b.String())
}

// replaced returns a JSON value after the replacement of ids, or the old value if the result is invalid JSON.
func replaced(raw json.RawMessage, text string) json.RawMessage {
	if text == string(raw) || !json.Valid([]byte(text)) {
		return raw
	}
	canonical, err := jsonvalue.CanonicalValid(json.RawMessage(text))
	if err != nil {
		return raw
	}
	return canonical
}
