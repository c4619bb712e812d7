package syncstate

import (
	"github.com/beaver-eval/beaver-eval/pipeline/mas/state"
)

// Action is what a manager does to its task.
type Action string

// The actions of a TaskInstruction.
const (
	AddTask     Action = "add_task"
	AddStage    Action = "add_stage"
	FinishTask  Action = "finish_task"
	FinishStage Action = "finish_stage"
	RetryStage  Action = "retry_stage"
)

// TaskInstruction is an order of a manager (task_instruction of head). Which fields count says the action.
type TaskInstruction struct {
	AgentID string `json:"agent_id"` // the manager: sender of the messages that follow
	Action  Action `json:"action"`
	TaskID  string `json:"task_id,omitempty"`
	StageID string `json:"stage_id,omitempty"`

	TaskIntention state.Text `json:"task_intention,omitzero"` // add_task
	TaskGroup     []string   `json:"task_group,omitempty"`
	Stages        []NewStage `json:"stages,omitempty"` // add_stage
	Summary       state.Text `json:"summary,omitzero"` // finish_task

	Intention  state.Text            `json:"new_stage_intention,omitzero"` // retry_stage
	Allocation state.Map[state.Text] `json:"new_agent_allocation,omitzero"`
}

// NewStage is a stage to be made.
type NewStage struct {
	Intention  state.Text            `json:"stage_intention"`
	Allocation state.Map[state.Text] `json:"agent_allocation"`
}
