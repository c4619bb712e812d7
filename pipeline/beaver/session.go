package beaver

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

const (
	visibleMessages = 40 // N-3
	recentMessages  = 8
)

// visible is the history that a run sees (N-3): no system messages, the last 40 of the others, and no tool result whose
// call is not among them.
func visible(history []pipeline.Message) []pipeline.Message {
	var kept []pipeline.Message
	for _, m := range history {
		if m.Role != pipeline.RoleSystem {
			kept = append(kept, m)
		}
	}
	if n := len(kept) - visibleMessages; n > 0 {
		kept = kept[n:]
	}
	called := map[string]bool{}
	out := kept[:0:0]
	for _, m := range kept {
		for _, c := range m.ToolCalls {
			called[c.ID] = true
		}
		if m.Role != pipeline.RoleTool || called[m.ToolCallID] {
			out = append(out, m)
		}
	}
	return out
}

// recentJSON is what the router sees of the conversation: the last 8 messages of user and assistant, an
// entry a line, without assistant messages that are empty.
func recentJSON(history []pipeline.Message) (pipeline.Pieces, error) {
	type entry struct {
		Role    string          `json:"role"`
		Content pipeline.Pieces `json:"content"`
	}
	var recent []entry
	for _, m := range history {
		text := m.Content()
		if m.Role == pipeline.RoleUser || m.Role == pipeline.RoleAssistant && !isBlank(text) {
			recent = append(recent, entry{m.Role, m.Pieces()})
		}
	}
	if n := len(recent) - recentMessages; n > 0 {
		recent = recent[n:]
	}
	if len(recent) == 0 {
		return code.Of("[]"), nil
	}
	var lines pipeline.Pieces
	for i, e := range recent {
		line, err := prompt.JSON(e)
		if err != nil {
			return nil, err
		}
		lines = append(append(lines, code.Of([]string{"[", ",\n "}[min(i, 1)])...), line...)
	}
	return append(lines, code.Of("]")...), nil
}
