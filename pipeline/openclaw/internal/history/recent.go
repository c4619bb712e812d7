package history

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Recent is an engine of the project's own: it shows as many of the newest messages as the budget allows, and notes the
// number of omitted ones in the system prompt. It fails if the newest one does not fit (O-30).
type Recent struct {
	Estimate Estimate
}

// Info implements Engine.
func (Recent) Info() Info { return Info{ID: "recent", Name: "Recent messages", Version: "1.0.0"} }

// Ingest implements Engine: the session has the messages.
func (Recent) Ingest(string, pipeline.Message) bool { return false }

// Assemble implements Engine.
func (e Recent) Assemble(_ string, messages []pipeline.Message, budget int) (Assembled, error) {
	all := Of(messages)
	first := Fit(all, budget, e.Estimate)
	if first == len(messages) && first > 0 {
		return Assembled{}, fmt.Errorf("the newest message does not fit into %d tokens", max(budget, 0))
	}
	a := Assembled{Messages: messages[first:], Tokens: e.Estimate.Sum(all[first:])}
	if first > 0 {
		a.Addition = fmt.Sprintf("Earlier messages of this conversation that are left out here: %d. Ask the user when "+
			"you need what was said in them.", first)
	}
	return a, nil
}
