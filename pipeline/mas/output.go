package mas

import (
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// stateOutput returns the output with the agent's state in the step's stage.
func stateOutput(s *state.Step, part state.Part) syncstate.Output {
	return syncstate.Output{AgentState: &syncstate.AgentState{
		TaskID: s.TaskID, StageID: s.StageID, AgentID: s.AgentID, State: part,
	}}
}

// output returns the effect of an executed skill on stage and task (A5).
func (u *use) output(got answer, ended state.Execution) syncstate.Output {
	out := stateOutput(u.step, u.part(ended))
	if u.shares() {
		content := "执行" + u.shownName() + string(ended) + "，"
		if got.orders != nil && u.compat == state.Document {
			content += got.orders.Action
		}
		shared := &state.SharedMessage{
			TaskID: u.step.TaskID, AgentID: u.agent.ID, Role: u.agent.Role, StageID: u.step.StageID,
			Content: state.TextOf(code, content),
		}
		if out.SharedMessage = shared; u.compat == state.Program {
			out.SharedMessage, out.SharedInfo = nil, shared
		}
	}
	if u.skill.name == summary {
		out.Completion = &syncstate.Completion{
			TaskID: u.step.TaskID, StageID: u.step.StageID, AgentID: u.agent.ID, Summary: u.completion(got, ended),
		}
	}
	if ended == state.Finished {
		out.Message, out.Task, out.Agent, out.AskInfo = got.message, got.orders, got.takes, got.ask
	}
	return out
}

// part returns the agent's state in its stage after the step (A0, A5).
func (u *use) part(ended state.Execution) state.Part {
	switch {
	case ended == state.Failed:
		return state.PartFailed
	case u.skill.name == summary:
		return state.PartFinished
	}
	return state.PartWorking
}

// shares reports whether the skill reports its use to the pool: four do in the document, and what a manager changes;
// all in the program (A0).
func (u *use) shares() bool {
	switch u.skill.name {
	case planning, reflection, summary, generation, taskManager, agentManager:
		return true
	}
	return u.compat != state.Document
}

// shownName returns the skill's name in the pool: as the document spells it, or with capitals as the program does.
func (u *use) shownName() string {
	if u.compat == state.Document && u.skill.name != planning && u.skill.name != reflection {
		return u.skill.name + "步骤:"
	}
	if u.skill.name == toolDecision {
		return u.skill.shown + "步骤: "
	}
	return u.skill.shown + "步骤:"
}

// completion returns the stage's record of the agent's part in it.
func (u *use) completion(got answer, ended state.Execution) state.Text {
	switch {
	case ended == state.Finished:
		return got.text
	case u.compat == state.Program:
		return state.TextOf(code, "(试图总结任务完成情况时失败)")
	}
	return state.TextOf(code, "(任务完成情况总结失败)")
}
