package memory

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Result is the result of a call in a step, with references instead of ids.
type Result struct {
	Tool  string // db_read, …; or the name of something retrieved or archived
	Table string // empty: no table
	Data  json.RawMessage
	From  pipeline.TextSource // of the data

	Failed bool // the data has the reason
}

// Outcome is what a step leaves behind: the results of its calls, or the data that completed it.
type Outcome struct {
	Summary pipeline.Pieces // in the model's words
	Results []Result
	Data    json.RawMessage // if it made no calls; empty: none
	From    pipeline.TextSource
	Drafts  []Draft // composed in it
	Open    bool    // the step was not completed
}

// Draft is an artefact by its name when it was composed.
type Draft struct {
	Ref  string
	Name pipeline.Pieces
}

// Serialized is the part of a step that later turns keep (F8).
type Serialized struct {
	Data  json.RawMessage     `json:"data"`
	Table string              `json:"table,omitempty"`
	Tool  string              `json:"tool,omitempty"`
	From  pipeline.TextSource `json:"-"`
}

// TurnResults are the results of the steps of a turn, in order.
type TurnResults struct {
	Turn  int
	Steps []Serialized
}
