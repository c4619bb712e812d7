package api

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Store is what the clients of one case have been told: the ids that were given out, and the answers to which later
// requests can refer. It can be used by many goroutines at once.
type Store struct {
	mu      sync.Mutex
	given   map[string]kind
	answers map[string][]pipeline.Message // by the id of the answer: all that was said up to it, and it
	items   map[string][]pipeline.Message // by the id of one item of an answer
	heard   map[string]bool               // ids of answers and items that a provider has given out
}

// kind is what an id names.
type kind string

const (
	callID   kind = "call"
	answerID kind = "response"
	itemID   kind = "item"
)

// NewStore returns the store of a case in which nothing has been said.
func NewStore() *Store {
	return &Store{
		given: map[string]kind{}, answers: map[string][]pipeline.Message{}, items: map[string][]pipeline.Message{},
		heard: map[string]bool{},
	}
}

// give notes that an id has been given out. An id that is too short to be told from other text is not replaced.
func (s *Store) give(k kind, id string) {
	if len(id) < minID {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.given[id] = k
}

// minID is the length from which on a text is taken for the id that it looks like.
const minID = 8

// Given notes the ids of tool calls that somebody else has given out, as a provider that was asked.
func (s *Store) Given(ids ...string) {
	for _, id := range ids {
		s.give(callID, id)
	}
}

// keepAnswer keeps what an answer's id stands for.
func (s *Store) keepAnswer(id string, messages []pipeline.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[id] = messages
}

// keepItem keeps what the id of an item stands for.
func (s *Store) keepItem(id string, messages ...pipeline.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[id] = messages
}

// answer is what the id of an answer stands for, as the parameter key names it.
func (s *Store) answer(key, id string) ([]pipeline.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	messages, ok := s.answers[id]
	if !ok {
		return nil, &UnknownReferenceError{key, id}
	}
	return pipeline.CloneMessages(messages), nil
}

// item is what the id of an item stands for.
func (s *Store) item(id string) ([]pipeline.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	messages, ok := s.items[id]
	if !ok {
		return nil, &UnknownReferenceError{"item_reference", id}
	}
	return pipeline.CloneMessages(messages), nil
}

// Canonical is a request with the ids that were given out replaced, wherever they stand, by names in the order in which
// the request mentions them: <call-1>, <response-1>, <item-1>. No other text is touched.
func (s *Store) Canonical(req pipeline.Request) pipeline.Request {
	r := &renaming{ids: s.longestFirst(), names: map[string]string{}, count: map[kind]int{}}
	if len(r.ids) == 0 {
		return req
	}
	req.Messages = pipeline.CloneMessages(req.Messages)
	for i := range req.Messages {
		r.message(&req.Messages[i])
	}
	req.Parameters = r.json(req.Parameters)
	return req
}

// id is one that was given out.
type id struct {
	text string
	kind kind
}

// longestFirst are all ids, so that one that begins with another is found whole.
func (s *Store) longestFirst() []id {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]id, 0, len(s.given))
	for text, k := range s.given {
		all = append(all, id{text, k})
	}
	slices.SortFunc(all, func(a, b id) int {
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), strings.Compare(a.text, b.text))
	})
	return all
}

// renaming replaces ids by names in the order of their first mention.
type renaming struct {
	ids   []id
	names map[string]string
	count map[kind]int
}

func (r *renaming) message(m *pipeline.Message) {
	for i, sec := range m.Sections {
		if text := r.text(sec.Text); text != sec.Text {
			m.Sections[i] = pipeline.Section{Name: sec.Name, Text: text}
		}
	}
	for i, c := range m.ToolCalls {
		m.ToolCalls[i] = pipeline.ToolCall{ID: r.text(c.ID), Name: c.Name, Arguments: r.text(c.Arguments)}
	}
	m.ToolCallID, m.Fields = r.text(m.ToolCallID), r.json(m.Fields)
}

// text replaces ids from the front, the longest at each place.
func (r *renaming) text(text string) string {
	var b strings.Builder
	for {
		at, found := r.first(text)
		if at < 0 {
			break
		}
		b.WriteString(text[:at])
		b.WriteString(r.name(found))
		text = text[at+len(found.text):]
	}
	if b.Len() == 0 {
		return text
	}
	b.WriteString(text)
	return b.String()
}

// first is where the first id stands in a text, and which; -1: there is none.
func (r *renaming) first(text string) (at int, found id) {
	at = -1
	for _, candidate := range r.ids {
		if i := strings.Index(text, candidate.text); i >= 0 && (at < 0 || i < at) {
			at, found = i, candidate
		}
	}
	return at, found
}

func (r *renaming) name(found id) string {
	name, known := r.names[found.text]
	if !known {
		r.count[found.kind]++
		name = "<" + string(found.kind) + "-" + strconv.Itoa(r.count[found.kind]) + ">"
		r.names[found.text] = name
	}
	return name
}

// json replaces ids in a JSON value. An id has no character that JSON escapes, so it stands there as it is.
func (r *renaming) json(raw json.RawMessage) json.RawMessage {
	text := r.text(string(raw))
	if text == string(raw) {
		return raw
	}
	if canonical, err := jsonvalue.Canonical([]byte(text)); err == nil {
		return canonical
	}
	return raw
}
