// Package syncstate keeps what belongs to no single agent: tasks and stages (SyncState of the seed, A7). An executed
// step says in an Output what is to change there, read from the tags of its answer (A4); messages wait in the queues of
// their tasks, are dispatched to agents, and become steps there. No model is asked.
package syncstate

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Output is what an executed step gives to the state of all (execute_output). All parts that are there apply, in this
// order.
type Output struct {
	AgentState    *AgentState          `json:"update_stage_agent_state,omitempty"`
	SharedMessage *state.SharedMessage `json:"send_shared_message,omitempty"`
	SharedInfo    *state.SharedMessage `json:"send_shared_info,omitempty"` // head's name of the same
	Completion    *Completion          `json:"update_stage_agent_completion,omitempty"`
	Message       *state.Message       `json:"send_message,omitempty"`
	Task          *TaskInstruction     `json:"task_instruction,omitempty"`   // head
	Agent         *AgentInstruction    `json:"agent_instruction,omitempty"`  // head
	AskInfo       *AskInfo             `json:"ask_info,omitempty"`           // head
	ToolDecision  *ToolDecision        `json:"need_tool_decision,omitempty"` // head

	Mark pipeline.Mark `json:"-"` // where the agent stood when the step ended; the messages that follow carry it
}

// AgentState says how an agent stands in a stage.
type AgentState struct {
	TaskID  string     `json:"task_id"`
	StageID string     `json:"stage_id"`
	AgentID string     `json:"agent_id"`
	State   state.Part `json:"state"`
}

// Completion is what an agent says of its part of a stage when it is through with it.
type Completion struct {
	TaskID  string     `json:"task_id"`
	StageID string     `json:"stage_id"`
	AgentID string     `json:"agent_id"`
	Summary state.Text `json:"completion_summary"`
}
