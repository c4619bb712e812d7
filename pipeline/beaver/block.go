package beaver

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Block configures Beaver: who gets a message, the agent's prompt and tools, Tasks, and bounds. A case's own values
// override those of its suite.
type Block struct {
	// who gets a message: router, main for the main agent, or scheduled for a scheduled run; default router
	Entry   string  `json:"entry"`
	Profile Profile `json:"profile"` // the agent's own prompt and tools
	Task    Task    `json:"task"`    // what is known about every Task of the case besides its goal
	Limits  Limits  `json:"limits"`  // bounds of a run

	ActiveTask *ActiveTask `json:"active_task"` // the Task that was begun before the case; none: there is none

	Scheduled Scheduled `json:"scheduled"` // the job of scheduled runs; a turn can override it
	Retrieval Retrieval `json:"retrieval"` // a part of the search for skills that fails
}

// The entries of a case.
const (
	entryRouter = "router"
	entryMain   = "main"

	entryScheduled = "scheduled"
)

// Profile is what distinguishes the agent from others: its own part of the system prompt, and its tools.
type Profile struct {
	SystemPrompt string `json:"system_prompt"` // the agent's part of the system prompt, after the base identity
	// what each node of a team is told after its role
	SubAgent string    `json:"sub_agent"`
	Tools    *[]string `json:"tools"` // names of the tools that it has; default: all of the case's
	// the only tools that may be offered, those of activated skills included; none: all
	Allow *[]string `json:"allow"`
	Deny  []string  `json:"deny"` // tools that are never offered
}

// Task is what prompts say of every Task of the case.
type Task struct {
	Description string   `json:"description"` // what the Task is about, in addition to its goal
	Constraints []string `json:"constraints"` // what each attempt has to keep to
}

// Limits are the bounds of a run.
type Limits struct {
	// how many calls of a run offer tools; then one without tools ends it; default 10
	ToolIterations int `json:"tool_iterations" strict:"positive"`
	// how many skills are candidates for a run; default 20
	SkillCandidates int `json:"skill_candidates" strict:"positive"`
	// how many candidates are shown in full; of more, a shortlist is made first; default 8
	MaxDetailedCandidates int `json:"max_detailed_candidates" strict:"positive"`
	// the most skills that a run activates; default 5
	MaxSkills int `json:"max_skills" strict:"positive"`
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

// Retrieval breaks the search for skills on purpose (P-5).
type Retrieval struct {
	Fail pipeline.Part `json:"fail"` // what fails: loader or embedder; empty: nothing
}

// Broken implements pipeline.Breaker.
func (b *Block) Broken() []pipeline.Part {
	if b.Retrieval.Fail == "" {
		return nil
	}
	return []pipeline.Part{b.Retrieval.Fail}
}

// TurnBlock configures a turn that is a scheduled run.
type TurnBlock struct {
	Scheduled *Scheduled `json:"scheduled"` // the job of this turn; each key overrides the case's
}

// Scheduled is what a run that a clock has started is told of its job (S-6).
type Scheduled struct {
	// what the run is for: task, to be carried out, or notification, to be written; default task
	Kind  string `json:"kind"`
	JobID string `json:"job_id"` // the id of the job
	Name  string `json:"name"`   // the name of the job
	RunID string `json:"run_id"` // the id of the run; default: made from the place
}

// ActiveTask is a Task that was begun before the case and is active in its first turn.
type ActiveTask struct {
	ID string `json:"id"` // the id of the Task; default task:earlier
	// the title of the Task; default: the first 40 characters of the goal
	ShortTitle string `json:"short_title"`
	Goal       string `json:"goal"` // the goal of the Task; default: the short title
	// the status that the router sees until an attempt ends or the state changes; default active
	Status     string `json:"status"`
	Attempt    int    `json:"attempt"`     // how many attempts were made before the case
	LastAnswer string `json:"last_answer"` // the answer of the last attempt
}
