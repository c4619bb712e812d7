package beaver

import "github.com/beaver-eval/beaver-eval/pipeline"

// runRecord is the facts of a run (V-1), without judgement, scores or gates.
type runRecord struct {
	ID      string       `json:"id"`
	Node    string       `json:"node,omitempty"` // of a team's run
	Status  string       `json:"status"`         // done, failed or skipped
	Request string       `json:"request"`
	Answer  string       `json:"answer"`
	Skills  []string     `json:"skills"`  // active ones, including those pinned to a node
	Offered []string     `json:"offered"` // tools
	Tools   []toolRecord `json:"tools"`   // calls, in order

	from    pipeline.TextSource // of the Answer
	planned pipeline.TextSource // of the Node
}

// toolRecord is one tool call with its result.
type toolRecord struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Content   string `json:"content"`
	Failed    bool   `json:"failed,omitempty"`

	asked pipeline.TextSource // of name and arguments
	from  pipeline.TextSource // of the content, after an error's fixed words
}

// packet is the evidence of an attempt, or of an accepted Task (V-2, V-3).
type packet struct {
	Goal    string `json:"task_goal"`
	Attempt int    `json:"attempt"` // index of the last one
	// of the attempt or of all of them; those of a team before the main one
	Runs          []runRecord    `json:"runs"`
	FinalOutput   string         `json:"final_output"`
	FinalAccepted string         `json:"final_accepted_run_id,omitempty"` // only in accepted evidence
	Metadata      packetMetadata `json:"metadata"`
}

type packetMetadata struct {
	ToolNames []string `json:"tool_names"` // called, each once, in the order of first use
}

// learningCandidate says what accepted work could teach (L-0).
type learningCandidate struct {
	Action string   // new, revise or merge
	About  []string // names of the active skills
	Kind   string   // gap, improve or overlap
	Reason string
}
