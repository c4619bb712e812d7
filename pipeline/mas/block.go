package mas

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Block is what a case, or a suite for all of its cases, says for MAS alone. It stands under the key "mas".
type Block struct {
	Team   []Member         `json:"team"`
	Humans []string         `json:"humans"` // whom agents can write to, besides the user
	Tasks  []Task           `json:"tasks"`  // none: one without stages, of the whole team
	Skills map[string]Guide `json:"skills"` // in the place of what the system says of a skill
	Tools  map[string]Guide `json:"tools"`  // what agents read of a tool; default: the description of the case
	Limits Limits           `json:"limits"`
	Compat state.Compat     `json:"compat"` // seed-code or head: as these programs do where the document differs
}

// Member is an agent of the team.
type Member struct {
	ID      string   `json:"id" strict:"required"` // a suite can set a skill of it as SKILL:ID
	Name    string   `json:"name"`                 // default: the id
	Role    string   `json:"role"`
	Profile string   `json:"profile"`
	Skills  []string `json:"skills"` // that it may plan; default: the eight skills
	Tools   []string `json:"tools"`  // of the case
	Memory  string   `json:"memory"` // what it remembers from before: Markdown with headings from ### on
}

// Task is what a group of agents does, stage after stage.
type Task struct {
	ID        string   `json:"id"` // default task-1, task-2, …
	Intention string   `json:"intention"`
	Group     []string `json:"group"` // the first one manages it; default: the whole team
	Stages    []Stage  `json:"stages"`
}

// Stage is a part of a task: who has which goal in it.
type Stage struct {
	ID        string            `json:"id"` // default stage-1, stage-2, …, counted over all tasks
	Intention string            `json:"intention" strict:"required"`
	Goals     map[string]string `json:"goals" strict:"required"` // by agent
}

// Guide is what agents read of a skill or tool (A2). What is left out is as it was.
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

// TurnBlock is what a turn says for MAS alone: how the user's message goes to the team.
type TurnBlock struct {
	Receiver      string `json:"receiver"`       // an agent; default: who manages the task
	Task          string `json:"task"`           // default: the first one
	StageRelative string `json:"stage_relative"` // a stage of the task; default no_relative
	NeedReply     *bool  `json:"need_reply"`     // default true
}
