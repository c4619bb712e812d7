package beaver

import "github.com/beaver-eval/beaver-eval/pipeline"

// routerData is the data of router.user.tmpl.
type routerData struct {
	Guidance   pipeline.Pieces // of the skill intent-agent-router
	ActiveTask pipeline.Pieces // JSON; null without one
	Recent     pipeline.Pieces // JSON
	Message    pipeline.Pieces
}

// mainData is the data of main.system.tmpl (M-2).
type mainData struct {
	SystemPrompt pipeline.Pieces
	Session      *sessionData // nil if nothing is known
	HasContext   bool         // its sections are spliced in after the heading
	Memory       []memoryData
}

// sessionData is a session in a prompt.
type sessionData struct{ ID, Source, Model, User, Channel, Chat, Parent pipeline.Pieces }

// memoryData is a section of the memory in a prompt.
type memoryData struct{ Name, Text pipeline.Pieces }

// taskData is the data of task.context.tmpl (C-4).
type taskData struct {
	Goal        pipeline.Pieces
	Description pipeline.Pieces
	Status      string
	Attempt     int // from 1
	Constraints []pipeline.Pieces
	Revision    pipeline.Pieces
	History     []attemptData
}

// attemptData is an attempt in a prompt, as JSON.
type attemptData struct {
	Attempt    int             `json:"attempt"`
	Mode       mode            `json:"mode,omitempty"`
	Outcome    string          `json:"outcome,omitempty"`
	LastAnswer pipeline.Pieces `json:"last_answer,omitempty"`
}

// plannerData is the data of planner.user.tmpl (P-2).
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

// resolverData is the data of resolver.user.tmpl (K-3); the candidates are spliced in.
type resolverData struct {
	Query pipeline.Pieces
}

// guidanceData is the data of guidance.user.tmpl (E-2).
type guidanceData struct {
	Goal    pipeline.Pieces
	Request pipeline.Pieces
	Node    nodeData
}

// nodeData is a node of the plan in a prompt.
type nodeData struct {
	ID, Task, SkillQuery pipeline.Pieces
	Capabilities         []pipeline.Pieces
}

// delegationData is the data of node.context.tmpl and node.selection.tmpl (D-1, D-2).
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

// dependency is a node's input from an earlier node.
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

// teamData is a team in prompts.
type teamData struct {
	Reason, Strategy pipeline.Pieces
	Success          bool
	Nodes            []nodeResultData
	Evidence         pipeline.Pieces
	Synthesis        pipeline.Pieces
}

// nodeResultData is a finished node in prompts.
type nodeResultData struct {
	ID, Task        pipeline.Pieces
	Status, Reason  string
	Answer, Excerpt pipeline.Pieces
}

// evidenceData is the data of evidence.tmpl.
type evidenceData struct {
	Runs []runData
}

// runData is a run in a prompt.
type runData struct {
	ID     string
	Node   pipeline.Pieces
	Status string
	Tools  []toolData
}

// toolData is a tool call in a prompt. Excerpt is the beginning of the result, in one line.
type toolData struct {
	Name, Arguments, Excerpt pipeline.Pieces
	Failed                   bool
}

// draftData is the data of draft.user.tmpl (L-2), all about one Task.
type draftData struct {
	learningCandidate
	About     []pipeline.Pieces // names of the related skills
	Related   []relatedSkill
	HasSkill  bool // at least one of them is still in the library
	Called    []pipeline.Pieces
	Offered   []pipeline.Pieces
	Task      taskSummary
	Summaries []attemptData
	Excerpts  []excerpt
	RunID     string
}

// relatedSkill is a skill that a draft is about.
type relatedSkill struct {
	Name pipeline.Pieces
	Gone bool // it is no longer in the library
	Body pipeline.Pieces
}

// taskSummary identifies the Task of the attempts below it.
type taskSummary struct {
	ShortTitle pipeline.Pieces `json:"short_title"`
	Goal       pipeline.Pieces `json:"goal"`
}

// excerpt is a message of the Task's main runs, cut short.
type excerpt struct {
	Role    string          `json:"role"`
	Content pipeline.Pieces `json:"content"`
}

// scheduledData is the data of scheduled.context.tmpl (C-3).
type scheduledData struct {
	Kind               string
	JobID, Name, RunID pipeline.Pieces
}

// selectionContextData is the data of selection.context.tmpl (C-1).
type selectionContextData struct {
	taskData
	Request     pipeline.Pieces
	Phase       string
	PriorSkills []pipeline.Pieces
	Planner     *planData
	Team        *teamData // nil: none ran
}

// selectionData is the data of skills.system.tmpl.
type selectionData struct {
	Stage string // shortlist or final
	Most  int    // names
}

// selectionTask is the data of skills.user.tmpl; the candidates are spliced in.
type selectionTask struct {
	Task pipeline.Pieces
}

// skillData is the data of skill.user.tmpl (M-3).
type skillData struct {
	Name pipeline.Pieces
	Body pipeline.Pieces
}
