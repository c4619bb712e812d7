package syncstate

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Delivery is a message with its known receivers, in order, and its unknown ones.
type Delivery struct {
	Task    *state.Task
	Message state.Message
	To      []string
	Unknown []string
}

// Dispatch empties the queues: task by task in the order of their creation, first in, first out (A7). The caller
// delivers, and reports unknown receivers.
func (s *Sync) Dispatch(known func(agent string) bool) []Delivery {
	var all []Delivery
	for _, t := range s.Tasks.All() {
		for _, m := range t.Queue {
			d := Delivery{Task: t, Message: m}
			for _, id := range m.Receiver.IDs(s.Compat) {
				if known(id) {
					d.To = append(d.To, id)
				} else {
					d.Unknown = append(d.Unknown, id)
				}
			}
			all = append(all, d)
		}
		t.Queue = []state.Message{}
	}
	return all
}

// Open reports whether work of a stage is left: a step of it in an agent's queue, or a message of it in transit. A
// stage does not end before (D); work without a stage delays none.
func Open(t *state.Task, stageID string, agents []*state.Agent) bool {
	onWay := func(m state.Message) bool { return m.StageRelative == stageID }
	if slices.ContainsFunc(t.Queue, onWay) {
		return true
	}
	return slices.ContainsFunc(agents, func(a *state.Agent) bool { return a.Steps.HasToDo(stageID) })
}
