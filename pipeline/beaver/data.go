package beaver

import "github.com/beaver-eval/beaver-eval/pipeline"

// routerData is what router.user.tmpl shows.
type routerData struct {
	Guidance   pipeline.Pieces // of the skill intent-agent-router
	ActiveTask pipeline.Pieces // JSON; null without one
	Recent     pipeline.Pieces // JSON
	Message    pipeline.Pieces
}

// mainData is what main.system.tmpl shows (M-2).
type mainData struct {
	SystemPrompt pipeline.Pieces
	Session      *sessionData // nil when nothing is known of it
	HasContext   bool         // its sections are spliced in behind the heading
	Memory       []memoryData
}

// sessionData is what a prompt shows of the session.
type sessionData struct{ ID, Source, Model, User, Channel, Chat, Parent pipeline.Pieces }

// memoryData is what a prompt shows of a section of the memory.
type memoryData struct{ Name, Text pipeline.Pieces }

// taskData is what task.context.tmpl shows (C-4).
type taskData struct {
	Goal        pipeline.Pieces
	Description pipeline.Pieces
	Status      string
	Attempt     int // from 1
	Constraints []pipeline.Pieces
	Revision    pipeline.Pieces
	History     []attemptData
}

// attemptData is an attempt as a prompt shows it, in JSON.
type attemptData struct {
	Attempt    int             `json:"attempt"`
	Mode       mode            `json:"mode,omitempty"`
	Outcome    string          `json:"outcome,omitempty"`
	LastAnswer pipeline.Pieces `json:"last_answer"`
}

// plannerData is what planner.user.tmpl shows (P-2).
type plannerData struct {
	Goal    pipeline.Pieces
	Request pipeline.Pieces
	Attempt int
	History []attemptData
}

type planData struct {
	Reason   pipeline.Pieces
	Strategy pipeline.Pieces
}

// resolverData is what resolver.user.tmpl shows (K-3); the candidates are spliced in.
type resolverData struct {
	Query pipeline.Pieces
}

// guidanceData is what guidance.user.tmpl shows (E-2).
type guidanceData struct {
	Goal    pipeline.Pieces
	Request pipeline.Pieces
	Node    nodeData
}

// nodeData is what a prompt shows of a node of the plan.
type nodeData struct {
	ID, Task, SkillQuery pipeline.Pieces
	Capabilities         []pipeline.Pieces
}

// delegationData is what node.context.tmpl and node.selection.tmpl show (D-1, D-2).
type delegationData struct {
	TaskID         string
	RunID          string
	Task           pipeline.Pieces
	Role           pipeline.Pieces
	SystemPrompt   pipeline.Pieces
	SkillQuery     pipeline.Pieces
	Capabilities   []pipeline.Pieces
	Constraints    []pipeline.Pieces
	ExpectedOutput pipeline.Pieces
	Dependencies   []dependency
	Pinned         []pinnedSkill
	Guidance       *guidance
}

// dependency is what a node gets of one before it.
type dependency struct {
	ID      pipeline.Pieces
	Output  pipeline.Pieces
	Excerpt pipeline.Pieces // the first 800 code points (D-2)
}

// pinnedSkill stands in full in a node's execution context (D-0).
type pinnedSkill struct {
	Name pipeline.Pieces
	Body pipeline.Pieces
}

// teamData is what prompts show of a team.
type teamData struct {
	Reason, Strategy pipeline.Pieces
	Success          bool
	Nodes            []nodeResultData
	Evidence         pipeline.Pieces
	Synthesis        pipeline.Pieces
}

// nodeResultData is what prompts show of a node that has ended.
type nodeResultData struct {
	ID, Task        pipeline.Pieces
	Status, Reason  string
	Answer, Excerpt pipeline.Pieces
}

// evidenceData is what evidence.tmpl shows.
type evidenceData struct {
	Runs []runData
}

// runData is what a prompt shows of a run.
type runData struct {
	ID     string
	Node   pipeline.Pieces
	Status string
	Tools  []toolData
}

// toolData is what a prompt shows of a tool call. Excerpt is the beginning of the result, in one line.
type toolData struct {
	Name, Arguments, Excerpt pipeline.Pieces
	Failed                   bool
}

// draftData is what draft.user.tmpl shows (L-2). All of it is of the one Task.
type draftData struct {
	learningCandidate
	Related   []pinnedSkill
	Called    []pipeline.Pieces
	Offered   []pipeline.Pieces
	Task      taskSummary
	Summaries []attemptData
	Excerpts  []excerpt
	RunID     string
}

// taskSummary says which Task the attempts below it are of.
type taskSummary struct {
	ShortTitle pipeline.Pieces `json:"short_title"`
	Goal       pipeline.Pieces `json:"goal"`
}

// excerpt is a message of the Task's main runs, cut short.
type excerpt struct {
	Role    string          `json:"role"`
	Content pipeline.Pieces `json:"content"`
}

// scheduledData is what scheduled.context.tmpl shows (C-3).
type scheduledData struct {
	Kind               string
	JobID, Name, RunID pipeline.Pieces
}

// selectionContextData is what selection.context.tmpl shows (C-1).
type selectionContextData struct {
	taskData
	Request     pipeline.Pieces
	Phase       string
	PriorSkills []pipeline.Pieces
	Planner     *planData
	Team        *teamData // nil: none ran
}

// selectionData is what skills.system.tmpl shows.
type selectionData struct {
	Stage string // shortlist or final
	Most  int    // names
}

// selectionTask is what skills.user.tmpl shows; the candidates are spliced in.
type selectionTask struct {
	Task pipeline.Pieces
}

// skillData is what skill.user.tmpl shows (M-3).
type skillData struct {
	Name pipeline.Pieces
	Body pipeline.Pieces
}
