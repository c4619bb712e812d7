package beaver

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Block is Beaver's block of a case, or of a suite for all of its cases, under the key "beaver".
type Block struct {
	// who gets a message: router (default), main for the main agent, or scheduled for a scheduled run
	Entry   string  `json:"entry"`
	Profile Profile `json:"profile"` // the agent's own prompt and tools
	Task    Task    `json:"task"`    // what is known about every Task of the case besides its goal
	Limits  Limits  `json:"limits"`  // bounds of a run

	ActiveTask *ActiveTask `json:"active_task"` // the Task that was begun before the case; none: there is none

	Scheduled Scheduled `json:"scheduled"` // defaults of scheduled runs
	Retrieval Retrieval `json:"retrieval"` // what is broken on purpose
}

// The entries of a case.
const (
	entryRouter = "router"
	entryMain   = "main"

	entryScheduled = "scheduled"
)

// Profile is the agent's profile: its own system prompt and the tools that it may use.
type Profile struct {
	SystemPrompt string `json:"system_prompt"` // the agent's own system prompt
	// the system prompt of the generic sub-agent, for the nodes of a team
	SubAgent string    `json:"sub_agent"`
	Tools    *[]string `json:"tools"` // the agent's tools; default: all of the case's
	Allow    *[]string `json:"allow"` // the only tools that are offered; none: all
	Deny     []string  `json:"deny"`  // tools that are never offered
}

// Task is a case's description of its Tasks.
type Task struct {
	Description string   `json:"description"` // the description of the Task
	Constraints []string `json:"constraints"` // what has to be kept to
}

// Limits bound a run. Each that is given is 1 or more.
type Limits struct {
	// the most calls that offer tools; default 10
	ToolIterations  int `json:"tool_iterations" strict:"positive"`
	SkillCandidates int `json:"skill_candidates" strict:"positive"` // how many skills a run recalls; default 20
	// with more candidates a shortlist is made first; default 8
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

// Retrieval breaks the recall of skills on purpose (P-5). The harness does the breaking.
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

// TurnBlock is Beaver's block of a turn.
type TurnBlock struct {
	Scheduled *Scheduled `json:"scheduled"` // overrides the case's, field by field
}

// Scheduled describes a run that a clock has started (S-6).
type Scheduled struct {
	Kind  string `json:"kind"`   // the kind of run: task (default) or notification
	JobID string `json:"job_id"` // the id of the job
	Name  string `json:"name"`   // the name of the job
	RunID string `json:"run_id"` // the id of the run; default: made from the place
}

// ActiveTask is a Task that was begun before the case and is active in its first turn.
type ActiveTask struct {
	ID         string `json:"id"`          // the id of the Task; default task:earlier
	ShortTitle string `json:"short_title"` // the title of the Task; default: the beginning of the goal
	Goal       string `json:"goal"`        // the goal of the Task; default: the short title
	// the status that the router sees until an attempt ends or the state changes; default active
	Status     string `json:"status"`
	Attempt    int    `json:"attempt"`     // how many attempts there were
	LastAnswer string `json:"last_answer"` // the answer of the last attempt
}
