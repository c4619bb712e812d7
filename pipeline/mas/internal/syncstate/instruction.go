package syncstate

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// The actions of a TaskInstruction and an AgentInstruction.
const (
	AddTask        = "add_task"
	AddStage       = "add_stage"
	FinishTask     = "finish_task"
	FinishStage    = "finish_stage"
	RetryStage     = "retry_stage"
	AddParticipant = "add_task_participant"
)

// TaskInstruction is an order of a manager (the program's task_instruction). The action determines which fields count.
type TaskInstruction struct {
	AgentID string `json:"agent_id"` // the manager: sender of the following messages
	Action  string `json:"action"`
	TaskID  string `json:"task_id,omitempty"`
	StageID string `json:"stage_id,omitempty"`

	TaskIntention state.Text `json:"task_intention,omitzero"` // add_task
	Stages        []NewStage `json:"stages,omitempty"`        // add_stage
	Summary       state.Text `json:"summary,omitzero"`        // finish_task

	Intention  state.Text            `json:"new_stage_intention,omitzero"` // retry_stage
	Allocation state.Map[state.Text] `json:"new_agent_allocation,omitzero"`
}

// SaidBy sets the source of the order's texts.
func (o *TaskInstruction) SaidBy(from pipeline.TextSource) {
	said := func(t *state.Text) { *t = state.TextOf(from, t.String()) }
	said(&o.TaskIntention)
	said(&o.Summary)
	said(&o.Intention)
	allocated := func(m *state.Map[state.Text]) {
		for _, agent := range m.Keys() {
			goal, _ := m.Get(agent)
			said(&goal)
			m.Set(agent, goal)
		}
	}
	allocated(&o.Allocation)
	for i := range o.Stages {
		said(&o.Stages[i].Intention)
		allocated(&o.Stages[i].Allocation)
	}
}

// NewStage is a stage to be created.
type NewStage struct {
	Intention  state.Text            `json:"stage_intention"`
	Allocation state.Map[state.Text] `json:"agent_allocation"`
}

// AgentInstruction adds agents to a task's group (the program's agent_instruction).
type AgentInstruction struct {
	AgentID string   `json:"-"` // who gives it
	Action  string   `json:"action"`
	TaskID  string   `json:"task_id"`
	Agents  []string `json:"agents"`
}

// AskInfo is a question about tasks and stages (ask_info of the program). The agent waits for the answer.
type AskInfo struct {
	Type        string `json:"type"`
	WaitingID   string `json:"waiting_id"`
	Sender      string `json:"sender_id"`
	SenderTask  string `json:"sender_task_id"`
	SenderStage string `json:"-"` // to which the answer belongs; the program knows none
	TaskID      string `json:"task_id,omitempty"`
	StageID     string `json:"stage_id,omitempty"`
}

// The types of an AskInfo that the state of tasks can answer.
const (
	AskManaged  = "managed_task_and_stage_info"
	AskAssigned = "assigned_task_and_stage_info"
	AskTask     = "task_info"
	AskStage    = "stage_info"
)

// ToolDecision says that an agent has to decide on a tool's result (the program's need_tool_decision).
type ToolDecision struct {
	TaskID  string `json:"task_id"`
	StageID string `json:"stage_id"`
	AgentID string `json:"agent_id"`
	Tool    string `json:"tool_name"`
}
