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
}

// snapshot leaves out what has no text.
func (m *memory) snapshot() []pipeline.Section {
	return slices.DeleteFunc(slices.Clone(m.sections), func(s pipeline.Section) bool { return isBlank(s.Text) })
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
	if i := slices.IndexFunc(m.sections, func(s pipeline.Section) bool { return s.Name == in.Name }); i >= 0 {
		m.sections[i].Text = in.Text
	} else {
		m.sections = append(m.sections, pipeline.Section{Name: in.Name, Text: in.Text})
	}
	return "saved", nil
}
