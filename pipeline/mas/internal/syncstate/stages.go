package syncstate

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// By is the author of an order, with its mark: the following messages are from it.
type By struct {
	Sender string
	Mark   pipeline.Mark
}

// StartStage starts a stage and tells its agents.
func (s *Sync) StartStage(t *state.Task, st *state.Stage, by By) error {
	if s.Compat != state.Program {
		if err := t.Start(st); err != nil {
			return err
		}
		t.Execution = state.Running
	}
	st.Execution = state.Running
	s.post(t, instruct(t, by.Sender, st.ID, st.Allocation.Keys(), startStage, "stage_id", st.ID), by.Mark)
	return nil
}

// EndStage ends a stage as finished or failed, tells its agents, and asks the manager how to go on. The program starts
// the next one, even if it runs (Q), and asks the manager if none is left. A failed stage stays so; the program forgets
// it (Q).
func (s *Sync) EndStage(t *state.Task, st *state.Stage, end state.Execution, by By) error {
	s.closeStage(t, st, end, by)
	next := t.Next()
	switch {
	case s.Compat == state.Document:
		s.decide(t, st, by.Mark)
	case next != nil:
		return s.StartStage(t, next, by)
	default:
		s.post(t, stagesOver(t), by.Mark)
	}
	return nil
}

func (s *Sync) closeStage(t *state.Task, st *state.Stage, end state.Execution, by By) {
	if s.Compat == state.Program || st.Execution != state.Failed {
		st.Execution = end
	}
	s.post(t, instruct(t, by.Sender, st.ID, st.Allocation.Keys(), finishStage, "stage_id", st.ID), by.Mark)
}

// Continue goes on with a task of which no stage runs: with the next stage, or with the end of the task if none is
// left. A task without any has failed.
func (s *Sync) Continue(t *state.Task, by By) error {
	next := t.Next()
	switch {
	case next == nil && len(t.Stages) == 0:
		s.EndTask(t, state.Failed, state.Text{}, by)
	case next == nil:
		s.EndTask(t, t.Stages[len(t.Stages)-1].Execution, summaries(t), by)
	case next.Execution != state.Running:
		return s.StartStage(t, next, by)
	}
	return nil
}

// summaries returns the agents' reports on their parts, stage by stage.
func summaries(t *state.Task) state.Text {
	var all pipeline.Pieces
	for _, st := range t.Stages {
		for agent, text := range st.Completion.All() {
			if all != nil {
				all = append(all, code.Of("\n")...)
			}
			all = pipeline.JoinPieces(all, code.Of(agent+": "), text.Pieces)
		}
	}
	return state.Text{Pieces: all}
}

// EndTask ends a task and tells its group, which is then dissolved; the program keeps it.
func (s *Sync) EndTask(t *state.Task, end state.Execution, summary state.Text, by By) {
	t.Execution, t.Summary = end, summary
	s.post(t, instruct(t, by.Sender, state.NotRelative, t.Group, finishTask, "task_id", t.ID), by.Mark)
	if s.Compat != state.Program {
		t.Dissolve()
	}
}

// AddStage appends a stage, adds its agents to the group, and tells them.
func (s *Sync) AddStage(newID state.NewID, t *state.Task, n NewStage, by By) *state.Stage {
	st := t.NewStage(newID, n.Intention, n.Allocation)
	t.Join(n.Allocation.Keys()...)
	s.post(t, instruct(t, by.Sender, state.NotRelative, n.Allocation.Keys(), updateWorkingMemory,
		"task_id", t.ID, "stage_id", st.ID), by.Mark)
	return st
}

// retry repeats a stage: the old one has failed, and the new one comes after it. The program appends it, so that
// another one starts first (Q).
func (s *Sync) retry(newID state.NewID, t *state.Task, old *state.Stage, n NewStage, by By) error {
	if s.Compat == state.Program {
		s.AddStage(newID, t, n, by)
		return s.EndStage(t, old, state.Finished, by)
	}
	if n.Intention.Len() == 0 {
		n.Intention = old.Intention
	}
	if n.Allocation.Len() == 0 {
		n.Allocation = old.Allocation.Clone()
	}
	again := s.AddStage(newID, t, n, by)
	t.Stages = slices.Insert(t.Stages[:len(t.Stages)-1], slices.Index(t.Stages, old)+1, again)
	if !old.Execution.Over() {
		s.closeStage(t, old, state.Failed, by)
	}
	old.Execution, old.Retry = state.Failed, again.ID
	return nil
}
