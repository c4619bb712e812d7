package syncstate

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// order executes a manager's order (A7).
func (s *Sync) order(newID state.NewID, out Output) error {
	o := out.Task
	if o == nil {
		return nil
	}
	by := By{o.AgentID, out.Mark}
	switch o.Action {
	case AddTask:
		s.newTask(newID, o, by)
		return nil
	case AddStage, FinishTask, FinishStage, RetryStage:
		t, err := s.task(o.TaskID)
		if err != nil {
			return err
		}
		if t.Execution.Over() && s.Compat != state.Program {
			return fmt.Errorf("task %s is %s: %s comes too late", t.ID, t.Execution, o.Action)
		}
		return s.orderTask(newID, t, o, by)
	}
	return fmt.Errorf("task_instruction: unknown action %q", o.Action)
}

// newTask creates a task managed by the agent.
func (s *Sync) newTask(newID state.NewID, o *TaskInstruction, by By) {
	t := state.NewTask(newID, o.TaskIntention, o.AgentID)
	s.AddTask(t)
	s.post(t, instruct(t, by.Sender, state.NotRelative, []string{o.AgentID}, updateWorkingMemory,
		"task_id", t.ID, "stage_id", ""), by.Mark)
}

func (s *Sync) orderTask(newID state.NewID, t *state.Task, o *TaskInstruction, by By) error {
	switch o.Action {
	case FinishTask:
		s.EndTask(t, state.Finished, o.Summary, by)
		return nil
	case AddStage:
		for _, n := range o.Stages {
			s.AddStage(newID, t, n, by)
		}
		return nil
	}
	_, st, err := s.stage(o.TaskID, o.StageID)
	switch {
	case err != nil:
		return err
	case o.Action == RetryStage:
		return s.retry(newID, t, st, NewStage{o.Intention, o.Allocation}, by)
	}
	return s.EndStage(t, st, state.Finished, by)
}
