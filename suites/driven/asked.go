package driven

import (
	"cmp"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// Calls is the answer to the question what a case has asked so far.
type Calls struct {
	Case  string `json:"case"`
	Calls []Call `json:"calls"`
}

// Call is a request of a case. Its names are those of the end only where they are known: concurrent requests are named
// then.
type Call struct {
	Path     string    `json:"path"`
	Stage    string    `json:"stage"`
	Messages []Message `json:"messages"`
	Tools    []string  `json:"tools"` // the names of those that it offers
}

// Message is a message of a request, with the keys of OpenAI's messages.
type Message struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
	Name       string     `json:"name,omitempty"`
}

// ToolCall is a tool call of a message.
type ToolCall struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"` // function
	Function Function `json:"function"`
}

// Function is what a tool call calls. The arguments are a text.
type Function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Goldens is the answer to the question which cases of the suite have a golden.
type Goldens struct {
	Suite   string   `json:"suite"`
	Goldens []string `json:"goldens"` // ids of cases
}

// open returns the case of a line, which has to have begun.
func (s *Session) open(l *Line) (*begun, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.cases[l.name()]
	switch {
	case c == nil:
		return nil, fmt.Errorf("%s: the case %q has not begun", l.at, l.name())
	case c.ended && l.Case != "":
		return nil, fmt.Errorf("%s: the case %q has ended before", l.at, l.Case)
	}
	return c, nil
}

// drop forgets a case: its test did not run to its end, or will run again.
func (s *Session) drop(name string) {
	s.mu.Lock()
	delete(s.cases, name)
	s.mu.Unlock()
	s.drive.Drop(name)
}

// calls returns the requests of a case, masked as in goldens, in the order of arrival.
func (s *Session) calls(name string) Calls {
	all := Calls{Case: name, Calls: []Call{}}
	for _, a := range s.drive.Calls(name) {
		req := model.Masked(s.suite.Masker(), a.Request)
		call := Call{Stage: a.Stage, Messages: []Message{}, Tools: []string{}}
		call.Path = a.Place + "/" + cmp.Or(a.Leaf, fmt.Sprintf("%s-%d.1", a.Stage, a.Number))
		for _, m := range req.Messages {
			call.Messages = append(call.Messages, messageOf(m))
		}
		for _, tool := range req.Tools {
			call.Tools = append(call.Tools, tool.Name)
		}
		all.Calls = append(all.Calls, call)
	}
	return all
}

func messageOf(m pipeline.Message) Message {
	said := Message{Role: m.Role, Content: m.Content(), ToolCallID: m.ToolCallID, Name: m.Name}
	for _, c := range m.ToolCalls {
		said.ToolCalls = append(said.ToolCalls, ToolCall{c.ID, "function", Function{c.Name, c.Arguments}})
	}
	return said
}

// goldens returns the cases that have a golden.
func (s *Session) goldens() (any, error) {
	known, err := s.suite.FixtureIDs(s.ctx)
	if err != nil {
		return nil, err
	}
	all, _, err := s.suite.WithGoldens(known)
	return Goldens{s.suite.Name, append([]string{}, all...)}, err
}
