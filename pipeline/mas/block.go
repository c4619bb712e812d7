package mas

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Block is MAS's block of a case, or of a suite for all of its cases, under the key "mas".
type Block struct {
	Team   []Member         `json:"team"`
	Humans []string         `json:"humans"` // people whom agents can write to, besides the user
	Tasks  []Task           `json:"tasks"`  // none: one without stages, for the whole team
	Skills map[string]Guide `json:"skills"` // overrides the system's skill texts
	Tools  map[string]Guide `json:"tools"`  // texts about a tool for agents; default: the description in the case
	Limits Limits           `json:"limits"`
	Compat state.Compat     `json:"compat"` // program: follow the original program where it differs from its document
}

// Member is an agent of the team.
type Member struct {
	ID      string   `json:"id" strict:"required"` // a suite can set its skill as SKILL:ID
	Name    string   `json:"name"`                 // default: the id
	Role    string   `json:"role"`
	Profile string   `json:"profile"`
	Skills  []string `json:"skills"` // those it may plan; default: the eight skills, and ask_info
	Tools   []string `json:"tools"`  // of the case
	Memory  string   `json:"memory"` // initial memory: Markdown with headings from ### on
}

// Task is the work of a group of agents, stage after stage.
type Task struct {
	ID        string   `json:"id"` // default task-1, task-2, …
	Intention string   `json:"intention"`
	Group     []string `json:"group"` // the first one is the manager; default: the whole team
	Stages    []Stage  `json:"stages"`
}

// Stage is a part of a task: the agents and their goals in it.
type Stage struct {
	ID        string            `json:"id"` // default stage-1, stage-2, …, counted over all tasks
	Intention string            `json:"intention" strict:"required"`
	Goals     map[string]string `json:"goals" strict:"required"` // by agent
}

// Guide is the text about a skill or tool for agents (A2). Missing parts keep their defaults.
type Guide struct {
	Description  string `json:"description"`   // when to use it
	Prompt       string `json:"prompt"`        // how to
	ReturnFormat string `json:"return_format"` // how to answer
}

// Limits bound a turn. The original has none.
type Limits struct {
	Rounds int `json:"rounds" strict:"positive"` // default 40
}

func (l Limits) rounds() int { return cmp.Or(l.Rounds, 40) }

// TurnBlock is MAS's block of a turn: how the user's message reaches the team.
type TurnBlock struct {
	Receiver      string `json:"receiver"`       // an agent; default: the task's manager
	Task          string `json:"task"`           // default: the first one
	StageRelative string `json:"stage_relative"` // a stage of the task; default no_relative
	NeedReply     *bool  `json:"need_reply"`     // default true
}
