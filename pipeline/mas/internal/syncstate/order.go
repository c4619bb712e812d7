package syncstate

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// order executes a manager's order (A7).
func (s *Sync) order(newID state.NewID, out Output) error {
	o := out.Task
	if o == nil {
		return nil
	}
	if err := s.Check(o); err != nil {
		return err
	}
	by := By{o.AgentID, out.Mark}
	if o.Action == AddTask {
		s.newTask(newID, o, by)
		return nil
	}
	t, err := s.task(o.TaskID)
	if err != nil {
		return err
	}
	return s.orderTask(newID, t, o, by)
}

// maxStages is the maximum number of stages in an order.
const maxStages = 32

// Check refuses an order that cannot be carried out. The program knows who its agents are, and believes them.
func (s *Sync) Check(o *TaskInstruction) error {
	switch o.Action {
	case AddTask:
		if o.TaskIntention.Len() == 0 && s.Compat == state.Document {
			return errors.New("add_task: task_intention: it is missing")
		}
		return nil
	case AddStage, FinishTask, FinishStage, RetryStage:
	default:
		return fmt.Errorf("task_instruction: unknown action %q", pipeline.ShortName(o.Action))
	}
	t, err := s.task(o.TaskID)
	if err == nil && s.Compat == state.Document {
		err = s.checkTask(t, o)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.Action, err)
	}
	return nil
}

// checkTask refuses an order that its task does not allow.
func (s *Sync) checkTask(t *state.Task, o *TaskInstruction) error {
	switch {
	case t.Execution.Over():
		return fmt.Errorf("task %s is %s: it comes too late", t.ID, t.Execution)
	case t.Manager() != o.AgentID:
		return fmt.Errorf("agent %s does not manage task %s", o.AgentID, t.ID)
	}
	switch o.Action {
	case AddStage:
		return s.checkStages(o.Stages)
	case FinishTask:
		if o.Summary.Len() == 0 {
			return errors.New("summary: it is missing")
		}
		return nil
	}
	st := t.Stage(o.StageID)
	switch {
	case st == nil:
		return fmt.Errorf("task %s has no stage %q", t.ID, pipeline.ShortName(o.StageID))
	case st.Execution == state.Init || st.Retry != "":
		return fmt.Errorf("stage %s is not the one to decide on", st.ID)
	case o.Action == RetryStage:
		return s.checkAgents(o.Allocation)
	}
	return nil
}

func (s *Sync) checkStages(stages []NewStage) error {
	if len(stages) == 0 || len(stages) > maxStages {
		return fmt.Errorf("stages: want 1 to %d, got %d", maxStages, len(stages))
	}
	for i, n := range stages {
		if n.Intention.Len() == 0 || n.Allocation.Len() == 0 {
			return fmt.Errorf("stages[%d]: want stage_intention and agent_allocation", i)
		}
		if err := s.checkAgents(n.Allocation); err != nil {
			return fmt.Errorf("stages[%d]: %w", i, err)
		}
	}
	return nil
}

func (s *Sync) checkAgents(allocation state.Map[state.Text]) error {
	for id := range allocation.All() {
		if _, known := s.Team.Get(id); !known {
			return fmt.Errorf("there is no agent %q", pipeline.ShortName(id))
		}
	}
	return nil
}

// newTask creates a task managed by the agent.
func (s *Sync) newTask(newID state.NewID, o *TaskInstruction, by By) {
	t := state.NewTask(newID, o.TaskIntention, o.AgentID)
	s.AddTask(t)
	if s.Compat == state.Document {
		defer s.Plan(t, by.Mark) // after the message below
	}
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
	case s.Compat == state.Document:
		if !st.Execution.Over() {
			s.closeStage(t, st, state.Finished, by)
		}
		return nil
	}
	return s.EndStage(t, st, state.Finished, by)
}
