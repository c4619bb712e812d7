package syncstate

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/state"
)

// order carries out what a manager orders (A7).
func (s *Sync) order(newID state.NewID, out Output) error {
	o := out.Task
	if o == nil || s.Compat == state.SeedCode {
		return nil
	}
	by := By{o.AgentID, out.Mark}
	switch o.Action {
	case AddTask:
		s.newTask(newID, o, by)
		return nil
	case AddStage, FinishTask:
		return s.orderTask(newID, o, by)
	case FinishStage, RetryStage:
		return s.orderStage(newID, o, by)
	}
	return fmt.Errorf("task_instruction: unknown action %q", o.Action)
}

// newTask makes a task that the agent manages.
func (s *Sync) newTask(newID state.NewID, o *TaskInstruction, by By) {
	t := state.NewTask(newID, o.TaskIntention, o.AgentID)
	s.AddTask(t)
	s.post(t, instruct(t, by.Sender, state.NotRelative, []string{o.AgentID}, updateWorkingMemory,
		"task_id", t.ID, "stage_id", ""), by.Mark)
}

func (s *Sync) orderTask(newID state.NewID, o *TaskInstruction, by By) error {
	t, err := s.task(o.TaskID)
	if err != nil {
		return err
	}
	if o.Action == FinishTask {
		s.EndTask(t, state.Finished, o.Summary, by)
		return nil
	}
	for _, n := range o.Stages {
		s.AddStage(newID, t, n, by)
	}
	return nil
}

func (s *Sync) orderStage(newID state.NewID, o *TaskInstruction, by By) error {
	t, st, err := s.stage(o.TaskID, o.StageID)
	if err != nil {
		return err
	}
	if o.Action == RetryStage {
		return s.retry(newID, t, st, NewStage{o.Intention, o.Allocation}, by)
	}
	return s.EndStage(t, st, state.Finished, by)
}
