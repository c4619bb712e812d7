package syncstate

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// fields are the fields of the instructions.
type fields struct {
	TaskID  string `json:"task_id"`
	StageID string `json:"stage_id"`
	Tool    string `json:"tool_name"`
}

// obey executes the known instructions of a message, in the program's order.
func (s *Sync) obey(
	newID state.NewID, a *state.Agent, m state.Message, instruction *state.Map[json.RawMessage],
) error {
	var errs []error
	for _, known := range []struct {
		name string
		do   func(fields) error
	}{
		{startStage, func(f fields) error { return s.begin(newID, a, m, f.StageID) }},
		{finishStage, func(f fields) error { s.forgetStage(a, m.TaskID, f.StageID); return nil }},
		{finishTask, func(f fields) error { s.forgetTask(a, f.TaskID); return nil }},
		{updateWorkingMemory, func(f fields) error { s.keep(a, f); return nil }},
		{manageTask, func(f fields) error { return s.manage(newID, a, m, f.TaskID, f.StageID) }},
		{addToolDecision, func(f fields) error { return decideTool(newID, a, f) }},
	} {
		raw, ok := instruction.Get(known.name)
		if !ok {
			continue
		}
		var f fields
		err := json.Unmarshal(raw, &f)
		if err == nil {
			err = known.do(f)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("instruction %s of %s: %w", known.name, m.Sender, err))
		}
	}
	return errors.Join(errs...)
}

// begin begins a stage: with planning, unless the agent has steps of it. Any agent can write that into a message, so
// for the document the stage must be running: one per task at a time (A0).
func (s *Sync) begin(newID state.NewID, a *state.Agent, m state.Message, stageID string) error {
	_, st, err := s.stage(m.TaskID, stageID)
	if err != nil {
		return err
	}
	if s.Compat == state.Document && st.Execution != state.Running {
		return fmt.Errorf("stage %s is %s", stageID, st.Execution)
	}
	text, err := s.stageText(a.ID, st)
	if err != nil || s.planned(a, st) {
		return err
	}
	a.AddStep(&state.Step{
		TaskID: st.TaskID, StageID: st.ID, AgentID: a.ID, ID: newID("step"), Execution: state.Init, Text: text,
		Type: state.TypeSkill, Executor: skillPlanning,
		Intention: state.TextOf(code, s.toPlan()),
	})
	return nil
}

// keep records a task, or a stage of it. The program records a stage of the name None where there is none (Q).
func (s *Sync) keep(a *state.Agent, f fields) {
	if s.Compat == state.Program {
		f.StageID = cmp.Or(f.StageID, "None")
	}
	a.WorkingOn.Keep(f.TaskID, f.StageID)
}

// forgetStage ends an agent's work on a stage. For the document finished steps stay in its list (A0).
func (s *Sync) forgetStage(a *state.Agent, taskID, stageID string) {
	if s.Compat == state.Document {
		a.Steps.DropStage(stageID)
	} else {
		a.Steps.RemoveStage(stageID)
	}
	a.WorkingOn.DropStage(taskID, stageID)
}

// forgetTask ends an agent's work on a task. For the document its messages without a stage are not stopped.
func (s *Sync) forgetTask(a *state.Agent, taskID string) {
	if s.Compat == state.Document {
		a.Steps.DropTask(taskID)
		a.WorkingOn.DropTask(taskID)
		return
	}
	a.Steps.RemoveTask(taskID)
	a.WorkingOn.Delete(taskID)
}

// decideTool makes the agent decide next on a tool's result.
func decideTool(newID state.NewID, a *state.Agent, f fields) error {
	return a.InsertSteps(&state.Step{
		TaskID: f.TaskID, StageID: f.StageID, AgentID: a.ID, ID: newID("step"), Execution: state.Init,
		Type: state.TypeSkill, Executor: skillToolDecision,
		Intention: state.TextOf(code, "决定工具"+f.Tool+"接下来如何继续调用，或停止调用"),
		Text: state.TextOf(code, "工具"+f.Tool+"已返回结果。请根据该工具的历史结果，决定下一次调用的方向，或停止调用。\n\n<"+
			ToolName+">"+f.Tool+"</"+ToolName+">"),
	})
}

// planned reports whether an agent has begun a stage: it has a step of it, for the document a planning step, since a
// message of the stage can come before.
func (s *Sync) planned(a *state.Agent, st *state.Stage) bool {
	return slices.ContainsFunc(a.Steps.OfStage(st.TaskID, st.ID), func(step *state.Step) bool {
		return s.Compat != state.Document || step.Executor == skillPlanning
	})
}
