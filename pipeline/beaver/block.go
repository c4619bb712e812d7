package beaver

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Block is Beaver's block of a case, or of a suite for all of its cases, under the key "beaver".
type Block struct {
	// router (default); main: every message goes straight to the main agent; scheduled: each is a scheduled run
	Entry   string  `json:"entry"`
	Profile Profile `json:"profile"`
	Task    Task    `json:"task"` // known facts about every Task of the case besides its goal
	Limits  Limits  `json:"limits"`

	ActiveTask *ActiveTask `json:"active_task"` // begun before the case; nil: there is none

	Scheduled Scheduled `json:"scheduled"` // defaults of scheduled runs
	Retrieval Retrieval `json:"retrieval"`
}

// The entries of a case.
const (
	entryRouter = "router"
	entryMain   = "main"

	entryScheduled = "scheduled"
)

// Profile is the agent's profile: its own system prompt and the tools that it may use.
type Profile struct {
	SystemPrompt string    `json:"system_prompt"`
	SubAgent     string    `json:"sub_agent"` // system prompt of the generic sub-agent for a team's nodes
	Tools        *[]string `json:"tools"`     // default: all of the case's
	Allow        *[]string `json:"allow"`     // when set, no other tool is offered
	Deny         []string  `json:"deny"`      // never offered
}

// Task is a case's description of its Tasks.
type Task struct {
	Description string   `json:"description"`
	Constraints []string `json:"constraints"`
}

// Limits bound a run. Each that is given is 1 or more.
type Limits struct {
	ToolIterations  int `json:"tool_iterations" strict:"positive"`  // calls that offer tools; default 10
	SkillCandidates int `json:"skill_candidates" strict:"positive"` // recalled for a run; default 20
	// above it: a shortlist first; default 8
	MaxDetailedCandidates int `json:"max_detailed_candidates" strict:"positive"`
	MaxSkills             int `json:"max_skills" strict:"positive"` // activated by a run; default 5
}

func (l Limits) toolIterations() int        { return cmp.Or(l.ToolIterations, 10) }
func (l Limits) skillCandidates() int       { return cmp.Or(l.SkillCandidates, 20) }
func (l Limits) maxDetailedCandidates() int { return cmp.Or(l.MaxDetailedCandidates, 8) }
func (l Limits) maxSkills() int             { return cmp.Or(l.MaxSkills, 5) }

// most returns how many names a stage of the selection may return: a shortlist as many as may be shown in full.
func (l Limits) most(stage string) int {
	if stage == stageShortlist {
		return l.maxDetailedCandidates()
	}
	return l.maxSkills()
}

// Retrieval breaks the recall of skills on purpose (P-5). The harness does the breaking.
type Retrieval struct {
	Fail pipeline.Part `json:"fail"` // loader or embedder; empty: it works
}

// Broken implements pipeline.Breaker.
func (b *Block) Broken() []pipeline.Part {
	if b.Retrieval.Fail == "" {
		return nil
	}
	return []pipeline.Part{b.Retrieval.Fail}
}

// TurnBlock is Beaver's block of a turn.
type TurnBlock struct {
	Scheduled *Scheduled `json:"scheduled"` // overrides the case's, field by field
}

// Scheduled describes a run that a clock has started (S-6).
type Scheduled struct {
	Kind  string `json:"kind"` // task (default) or notification
	JobID string `json:"job_id"`
	Name  string `json:"name"`
	RunID string `json:"run_id"` // default: made from the place
}

// ActiveTask is a Task that was begun before the case and is active in its first turn.
type ActiveTask struct {
	ID         string `json:"id"`          // default earlierTask
	ShortTitle string `json:"short_title"` // default: the beginning of the goal
	Goal       string `json:"goal"`        // default: the short title
	// the router's view until an attempt ends or the state changes; default active
	Status     string `json:"status"`
	Attempt    int    `json:"attempt"`     // number of attempts so far
	LastAnswer string `json:"last_answer"` // of the last one
}
