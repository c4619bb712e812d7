package mas

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// apply applies the outputs of a round's steps in the given order, and ends finished stages.
func (t *team) apply(all []made) {
	for _, m := range all {
		t.steps[m.at.Place()] = m.at
		m.output.Mark = m.at.Mark()
		if m.output.Message != nil {
			m.output.Message.Place, m.output.Message.Mark = m.at.Place(), m.at.Mark()
		}
		m.agent.last = m
		err := t.sync.Apply(t.place.ID, m.output)
		t.report(err)
		if m.step.Execution == state.Failed || m.step.Execution == state.Pending || err != nil {
			t.wrong = append(t.wrong, m.agent.ID+" "+m.step.Executor)
		}
	}
	t.level()
	if t.block.Compat == state.Program {
		return // its manager ends stages
	}
	for _, task := range t.sync.Tasks.All() {
		for _, s := range task.Stages {
			if s.Execution == state.Running && t.through(task, s) {
				t.endStage(task, s)
				break
			}
		}
	}
}

// level makes the agents' next actions rest on all actions so far: another answer could have sent each of them a
// message. It takes no time.
func (t *team) level() {
	var deepest pipeline.Mark
	for _, a := range t.agents {
		deepest.Depth = max(deepest.Depth, a.place.Mark().Depth)
	}
	t.place.After(deepest)
	for _, a := range t.agents {
		a.place.After(deepest)
	}
}

// through reports whether a stage is at its end: each of its agents has reported its part or has failed in it, and none
// of its work is left (A0).
func (t *team) through(task *state.Task, s *state.Stage) bool {
	for id := range s.Allocation.All() {
		if _, said := s.Completion.Get(id); !said && !t.failedIn(id, s) {
			return false
		}
	}
	agents := make([]*state.Agent, len(t.agents))
	for i, a := range t.agents {
		agents[i] = &a.Agent
	}
	return !syncstate.Open(task, s.ID, agents)
}

// failedIn reports whether an agent has failed in a stage: messages processed since do not change that.
func (t *team) failedIn(id string, s *state.Stage) bool {
	part, _ := s.Agents.Get(id)
	return part == state.PartFailed || slices.ContainsFunc(t.byID[id].Steps.OfStage(s.ID), func(step *state.Step) bool {
		return step.Execution == state.Failed
	})
}

// endStage ends a stage, and starts the next one after all that have completed this one. A failed part has no other
// end.
func (t *team) endStage(task *state.Task, s *state.Stage) {
	end, after := state.Finished, t.place.Mark()
	for id := range s.Allocation.All() {
		_, said := s.Completion.Get(id)
		if part, _ := s.Agents.Get(id); !said || part == state.PartFailed {
			end = state.Failed
		}
		if mark := t.byID[id].place.Mark(); mark.At.After(after.At) {
			after.At = mark.At
		}
	}
	t.report(t.sync.EndStage(task, s, end, syncstate.By{Sender: task.Manager(), Mark: after}))
	t.stageEvent(s)
	if next := running(task); next != nil {
		t.stageEvent(next)
	}
	if task.Execution.Over() {
		t.place.Event(eventTask, map[string]any{"task": task.ID, "state": task.Execution})
	}
}

func running(task *state.Task) *state.Stage {
	i := slices.IndexFunc(task.Stages, func(s *state.Stage) bool { return s.Execution == state.Running })
	if i < 0 {
		return nil
	}
	return task.Stages[i]
}

// deliver empties the queues of the tasks: to agents, as steps; to people outside the team, as replies (A7). An agent's
// reaction to a message can put another one into a queue.
func (t *team) deliver() {
	known := func(id string) bool { return t.byID[id] != nil }
	for _, d := range t.sync.Dispatch(known) {
		if from := t.steps[d.Message.Place]; from != nil {
			from.Decided(stageDispatch, map[string]string{"action": actionOf(d.Message.Receiver.IDs(t.block.Compat))})
		}
		for _, id := range d.To {
			t.byID[id].receive(t.sync, d.Message, t.report)
		}
		for _, id := range d.Unknown {
			t.outside(id, d.Message)
		}
	}
}

// actionOf returns receivers in the form for scores.
func actionOf(receivers []string) string {
	var names []string
	for _, id := range receivers {
		names = append(names, pipeline.ShortName(id))
	}
	return strings.Join(names, ",")
}

// outside delivers a message to the user or another person; there is nobody else.
func (t *team) outside(id string, m state.Message) {
	if id != user && !slices.Contains(t.block.Humans, id) {
		if from := t.steps[m.Place]; from != nil {
			from.Fallback(pipeline.Fallback{
				Stage: stageDispatch, Reason: reasonUnknownAgent, Detail: pipeline.ShortName(id),
			})
		}
		t.wrong = append(t.wrong, m.Sender+" → "+pipeline.ShortName(id))
		return
	}
	r := pipeline.Reply{To: id, Text: m.Text.String(), Path: m.Place, Kind: pipeline.ReplyAnswer}
	if id == user {
		r.To = ""
	}
	if m.NeedReply {
		r.Kind, t.out.Status = pipeline.ReplyQuestion, pipeline.StatusWaiting
	}
	t.out.Replies = append(t.out.Replies, r)
}
