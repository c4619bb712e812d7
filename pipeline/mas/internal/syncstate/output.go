// Package syncstate keeps the state shared by agents: tasks and stages (SyncState of the seed, A7). An executed step's
// Output has the changes of it, read from the tags of its answer (A4); messages wait in the queues of their tasks, are
// dispatched to agents, and become steps there. No model is asked.
package syncstate

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Output is an executed step's effect on the shared state (execute_output). All non-nil parts apply, in this order.
type Output struct {
	AgentState    *AgentState          `json:"update_stage_agent_state,omitempty"`
	SharedMessage *state.SharedMessage `json:"send_shared_message,omitempty"`
	SharedInfo    *state.SharedMessage `json:"send_shared_info,omitempty"` // the program's name of the same
	Completion    *Completion          `json:"update_stage_agent_completion,omitempty"`
	Message       *state.Message       `json:"send_message,omitempty"`
	Task          *TaskInstruction     `json:"task_instruction,omitempty"`
	Agent         *AgentInstruction    `json:"agent_instruction,omitempty"`
	AskInfo       *AskInfo             `json:"ask_info,omitempty"`
	ToolDecision  *ToolDecision        `json:"need_tool_decision,omitempty"`

	Mark pipeline.Mark `json:"-"` // the agent's mark at the end of the step; the following messages carry it
}

// AgentState is an agent's state in a stage.
type AgentState struct {
	TaskID  string     `json:"task_id"`
	StageID string     `json:"stage_id"`
	AgentID string     `json:"agent_id"`
	State   state.Part `json:"state"`
}

// Completion is an agent's report on its finished part of a stage.
type Completion struct {
	TaskID  string     `json:"task_id"`
	StageID string     `json:"stage_id"`
	AgentID string     `json:"agent_id"`
	Summary state.Text `json:"completion_summary"`
}
