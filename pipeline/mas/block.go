package mas

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Block configures MAS: the agents of the team, their tasks, and the texts about skills and tools. A case's own values
// override those of its suite.
type Block struct {
	Team   []Member `json:"team"`   // the agents; where clocks agree, they act in this order
	Humans []string `json:"humans"` // people whom agents can write to, besides the user
	// what the team works on; none: one task without stages, for the whole team
	Tasks  []Task           `json:"tasks"`
	Skills map[string]Guide `json:"skills"` // texts about skills in place of the templates', by skill
	// texts about tools for agents, by tool; default: the description in the case
	Tools  map[string]Guide `json:"tools"`
	Limits Limits           `json:"limits"` // bounds of a turn
	// "program": as the original program
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
	// ids of its agents, the manager first; default: the whole team
	Group  []string `json:"group"`
	Stages []Stage  `json:"stages"` // the stages, in order; none: its manager plans them
}

// Stage is a part of a task: the agents and their goals in it.
type Stage struct {
	// the id of the stage; default: stage-1, stage-2, …, counted over all tasks
	ID        string `json:"id"`
	Intention string `json:"intention" strict:"required"` // what the stage is for
	// the goal of each agent that takes part, by its id
	Goals map[string]string `json:"goals" strict:"required"`
}

// Guide is the text about a skill or tool for agents (A2). Missing parts keep their defaults.
type Guide struct {
	Description  string `json:"description"`   // when to use it
	Prompt       string `json:"prompt"`        // how to use it
	ReturnFormat string `json:"return_format"` // the form of the answer
}

// Limits are the bounds of a turn, so that it ends. The original has none.
type Limits struct {
	// the most rounds, in each of which every agent that has a step executes one; default 40
	Rounds int `json:"rounds" strict:"positive"`
}

func (l Limits) rounds() int { return cmp.Or(l.Rounds, 40) }

// TurnBlock says how the user's message reaches the team.
type TurnBlock struct {
	Receiver string `json:"receiver"` // the id of the agent that gets the message; default: the task's manager
	Task     string `json:"task"`     // the id of the task that the message is about; default: the first one
	// the id of the stage that the message is about; default no_relative
	StageRelative string `json:"stage_relative"`
	NeedReply     *bool  `json:"need_reply"` // whether the message asks for a reply; default true
}
