package beaver

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

const (
	visibleMessages = 40 // N-3
	recentMessages  = 8
)

// visible returns the history for a run (N-3): no system messages, the last 40 of the others, and no tool result whose
// call is not among them.
func visible(history []pipeline.Message) []pipeline.Message {
	kept := lastOf(history, visibleMessages, func(m pipeline.Message) bool { return m.Role != pipeline.RoleSystem })
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

// lastOf returns the last messages of a kind, up to a maximum. The search starts at the end: a history may be long, and
// each turn searches it.
func lastOf(history []pipeline.Message, most int, is func(pipeline.Message) bool) []pipeline.Message {
	var kept []pipeline.Message
	for _, m := range slices.Backward(history) {
		if len(kept) == most {
			break
		}
		if is(m) {
			kept = append(kept, m)
		}
	}
	slices.Reverse(kept)
	return kept
}

// recentJSON returns the conversation for the router: the last 8 messages of user and assistant, one per
// line, without empty assistant messages.
func recentJSON(history []pipeline.Message) (pipeline.Pieces, error) {
	type entry struct {
		Role    string          `json:"role"`
		Content pipeline.Pieces `json:"content"`
	}
	recent := lastOf(history, recentMessages, func(m pipeline.Message) bool {
		return m.Role == pipeline.RoleUser || m.Role == pipeline.RoleAssistant && !isBlank(m.Content())
	})
	if len(recent) == 0 {
		return code.Of("[]"), nil
	}
	var lines pipeline.Pieces
	for i, m := range recent {
		line, err := prompt.JSON(entry{m.Role, m.Pieces()})
		if err != nil {
			return nil, err
		}
		lines = append(append(lines, code.Of([]string{"[", ",\n "}[min(i, 1)])...), line...)
	}
	return append(lines, code.Of("]")...), nil
}
