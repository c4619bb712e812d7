package history

import "github.com/beaver-eval/beaver-eval/pipeline"

const legacyID = "legacy"

// Legacy is the program's own engine: it changes nothing, and relies on compaction to shorten a history (O-30).
type Legacy struct{}

// Info implements Engine.
func (Legacy) Info() Info { return Info{ID: legacyID, Name: "Legacy Context Engine", Version: "1.0.0"} }

// Ingest implements Engine: the session has the messages.
func (Legacy) Ingest(string, pipeline.Message) bool { return false }

// Assemble implements Engine. It ignores the budget.
func (Legacy) Assemble(_ string, messages []pipeline.Message, _ int) (Assembled, error) {
	return Assembled{Messages: messages}, nil
}
