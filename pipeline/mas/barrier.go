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
		t.orderEvents(m.output.Task, err)
		if m.step.Execution == state.Failed || m.step.Execution == state.Pending {
			t.undone = append(t.undone, undone{m.agent.ID + " " + m.step.Executor, m.agent, m.step})
		} else if err != nil {
			t.fails(m.agent.ID + " " + m.step.Executor)
		}
	}
	t.level()
	if t.block.Compat == state.Program {
		return // its managers end stages by themselves
	}
	for _, task := range t.sync.Tasks.All() {
		if task.Execution == state.Running {
			t.lead(task)
		}
	}
}

// lead ends the stage of a task that is through, and goes on with a task whose manager has decided, or could not.
func (t *team) lead(task *state.Task) {
	switch s := running(task); {
	case s != nil && t.through(task, s):
		t.endStage(task, s)
	case s == nil && !syncstate.Decides(task, &t.byID[task.Manager()].Agent):
		t.goOn(task)
	}
}

// goOn starts the next stage of a task after its manager's last step, or ends the task.
func (t *team) goOn(task *state.Task) {
	after, manager := t.place.Mark(), task.Manager()
	if mark := t.byID[manager].place.Mark(); mark.At.After(after.At) {
		after.At = mark.At
	}
	t.report(t.sync.Continue(task, syncstate.By{Sender: manager, Mark: after}))
	if next := running(task); next != nil {
		t.stageEvent(next)
	}
	if task.Execution.Over() {
		t.taskEvent(task)
	}
}

// orderEvents notes what a manager's order has ended.
func (t *team) orderEvents(o *syncstate.TaskInstruction, err error) {
	if o == nil || err != nil || t.block.Compat == state.Program {
		return
	}
	task, _ := t.sync.Tasks.Get(o.TaskID)
	switch {
	case o.Action == syncstate.FinishTask:
		t.taskEvent(task)
	case o.Action == syncstate.FinishStage, o.Action == syncstate.RetryStage:
		t.stageEvent(task.Stage(o.StageID))
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
	steps := t.byID[id].Steps.OfStage(s.TaskID, s.ID)
	return part == state.PartFailed || slices.ContainsFunc(steps, func(step *state.Step) bool {
		return step.Execution == state.Failed
	})
}

// endStage ends a stage after all that have completed it. A failed part has no other end.
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
		t.fails(m.Sender + " → " + pipeline.ShortName(id))
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
