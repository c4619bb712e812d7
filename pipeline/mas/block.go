package mas

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Block is MAS's block of a case, or of a suite for all of its cases, under the key "mas".
type Block struct {
	Team   []Member         `json:"team"`   // the agents
	Humans []string         `json:"humans"` // people whom agents can write to, besides the user
	Tasks  []Task           `json:"tasks"`  // the tasks; none: one without stages, for the whole team
	Skills map[string]Guide `json:"skills"` // texts about skills that replace the system's own
	// texts about tools for agents, by tool; default: the description in the case
	Tools  map[string]Guide `json:"tools"`
	Limits Limits           `json:"limits"` // bounds of a turn
	// "program" has it follow the original program where it differs from its document
	Compat state.Compat `json:"compat"`
}

// Member is an agent of the team.
type Member struct {
	// the id of the agent; a suite can name its skill as the stage SKILL:ID
	ID      string   `json:"id" strict:"required"`
	Name    string   `json:"name"`    // the name of the agent; default: the id
	Role    string   `json:"role"`    // the role of the agent
	Profile string   `json:"profile"` // who the agent is
	Skills  []string `json:"skills"`  // skills that it may plan; default: the eight skills, and ask_info
	Tools   []string `json:"tools"`   // tools of the case that it may use
	Memory  string   `json:"memory"`  // what it remembers at first: Markdown with headings from ### on
}

// Task is the work of a group of agents, stage after stage.
type Task struct {
	ID        string `json:"id"`        // the id of the task; default: task-1, task-2, …
	Intention string `json:"intention"` // what the task is for
	// the agents, of whom the first one is the manager; default: the whole team
	Group  []string `json:"group"`
	Stages []Stage  `json:"stages"` // the stages, in order
}

// Stage is a part of a task: the agents and their goals in it.
type Stage struct {
	// the id of the stage; default: stage-1, stage-2, …, counted over all tasks
	ID        string            `json:"id"`
	Intention string            `json:"intention" strict:"required"` // what the stage is for
	Goals     map[string]string `json:"goals" strict:"required"`     // the goal of each agent
}

// Guide is the text about a skill or tool for agents (A2). Missing parts keep their defaults.
type Guide struct {
	Description  string `json:"description"`   // when to use it
	Prompt       string `json:"prompt"`        // how to use it
	ReturnFormat string `json:"return_format"` // the form of the answer
}

// Limits bound a turn. The original has none.
type Limits struct {
	Rounds int `json:"rounds" strict:"positive"` // the most rounds; default 40
}

func (l Limits) rounds() int { return cmp.Or(l.Rounds, 40) }

// TurnBlock is MAS's block of a turn: how the user's message reaches the team.
type TurnBlock struct {
	Receiver string `json:"receiver"` // the agent that gets the message; default: the task's manager
	Task     string `json:"task"`     // the task that the message is about; default: the first one
	// the stage of the task that the message is about; default no_relative
	StageRelative string `json:"stage_relative"`
	NeedReply     *bool  `json:"need_reply"` // whether the message asks for a reply; default true
}
