package beaver

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// memorySave is the name of the tool by which the agent writes to its memory, where the case offers it.
const memorySave = "memory_save"

// memory is what the agent remembers beyond a session. A run sees the snapshot taken at its start, whatever is written
// meanwhile (N-2).
type memory struct {
	sections []pipeline.Section
	writes   []pipeline.Section // since the copy was taken, in order
}

// snapshot leaves out what has no text.
func (m *memory) snapshot() []pipeline.Section {
	return slices.DeleteFunc(slices.Clone(m.sections), func(s pipeline.Section) bool { return isBlank(s.Text) })
}

// copy is a memory of its own: what is written to it is in its writes.
func (m *memory) copy() *memory { return &memory{sections: slices.Clone(m.sections)} }

func (m *memory) set(name, text string) {
	s := pipeline.Section{Name: name, Text: text}
	m.writes = append(m.writes, s)
	if i := slices.IndexFunc(m.sections, func(old pipeline.Section) bool { return old.Name == name }); i >= 0 {
		m.sections[i] = s
	} else {
		m.sections = append(m.sections, s)
	}
}

// save is the tool's executor. What it wrote remains, even if the run fails.
func (m *memory) save(_ context.Context, _ *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
	var in struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	// The words are our own: encoding/json's change with the version of Go, and these enter a prompt.
	if err := json.Unmarshal([]byte(call.Arguments), &in); err != nil {
		return "", errors.New("name and text must be texts")
	}
	if in.Name == "" || in.Text == "" {
		return "", errors.New("name and text are required")
	}
	m.set(in.Name, in.Text)
	return "saved", nil
}
