package memory

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Result is what a call in a step gave, with references in place of ids.
type Result struct {
	Tool  string // db_read, …; or the name of what was retrieved or archived
	Table string // empty: of no table
	Data  json.RawMessage
	From  pipeline.TextSource // of the data

	Failed bool // the data says why
}

// Outcome is what a step left behind: the results of its calls, or the data that it was completed with.
type Outcome struct {
	Results []Result
	Data    json.RawMessage // when it made no calls; empty: none
	From    pipeline.TextSource
}

// Serialized is what is kept of a step for later turns (F8).
type Serialized struct {
	Data  json.RawMessage     `json:"data"`
	Table string              `json:"table,omitempty"`
	Tool  string              `json:"tool,omitempty"`
	From  pipeline.TextSource `json:"-"`
}

// TurnResults are the results of the steps of a turn, in their order.
type TurnResults struct {
	Turn  int
	Steps []Serialized
}
