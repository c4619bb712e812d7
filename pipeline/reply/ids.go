package reply

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// IDs are the ids of tool calls that are already used. Providers reject two calls with one id, and a result names its
// call only by it: so each call of a session has a unique id, whatever a model or a case has written.
type IDs map[string]bool

// IDsOf returns the ids in some messages.
func IDsOf(lists ...[]pipeline.Message) IDs {
	ids := IDs{}
	for _, messages := range lists {
		for _, m := range messages {
			for _, c := range m.ToolCalls {
				ids[c.ID] = true
			}
		}
	}
	return ids
}

// give returns a call's id if it has one that is unused, else the first new one that is.
func (ids IDs) give(id string, another func() string) string {
	for id == "" || ids[id] {
		id = another()
	}
	ids[id] = true
	return id
}

// WithOwnIDs returns a history whose calls have distinct ids. The n-th result with an id answers the n-th call with it
// in the message before.
func WithOwnIDs(history []pipeline.Message) []pipeline.Message {
	ids, n := IDs{}, 0
	another := func() string {
		n++
		return fmt.Sprintf("history_%d", n)
	}
	history = pipeline.CloneMessages(history)
	given := map[string][]string{} // id → new ids of the calls that wait for a result
	for i := range history {
		m := &history[i]
		if waiting := given[m.ToolCallID]; m.Role == pipeline.RoleTool && len(waiting) > 0 {
			given[m.ToolCallID] = waiting[1:]
			m.ToolCallID = waiting[0]
		}
		if len(m.ToolCalls) > 0 {
			given = map[string][]string{}
		}
		for j, c := range m.ToolCalls {
			m.ToolCalls[j].ID = ids.give(c.ID, another)
			given[c.ID] = append(given[c.ID], m.ToolCalls[j].ID)
		}
	}
	return history
}
