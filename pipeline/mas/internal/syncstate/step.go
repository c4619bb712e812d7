package syncstate

import "github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"

// The skills of steps made from messages.
const (
	skillPlanning       = "planning"
	skillSendMessage    = "send_message"
	skillProcessMessage = "process_message"
	skillToolDecision   = "tool_decision"
	skillTaskManager    = "task_manager"
)

// step makes a step of a message. For the document, a message without a stage gives a step without one; the program
// keeps the message's own word for that.
func (s *Sync) step(newID state.NewID, a *state.Agent, m state.Message, skill, intention string) *state.Step {
	stage := m.StageRelative
	if s.Compat == state.Document && (stage == state.NotRelative || stage == "") {
		stage = state.StageNone
	}
	return &state.Step{
		TaskID: m.TaskID, StageID: stage, AgentID: a.ID, ID: newID("step"), Intention: state.TextOf(code, intention),
		Type: state.TypeSkill, Executor: skill, Execution: state.Init, Text: m.Text,
	}
}
