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

func (m *memory) snapshot() []pipeline.Section { return slices.Clone(m.sections) }

// save is the tool's executor. What it wrote remains, even if the run fails.
func (m *memory) save(_ context.Context, _ *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
	var in struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal([]byte(call.Arguments), &in); err != nil {
		return "", err
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
