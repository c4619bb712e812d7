// These are OpenClaw's context engines: what a session's messages go through on their way into a request
// (O-30).

package history

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Info names an engine.
type Info struct{ ID, Name, Version string }

// Assembled is what an engine makes of a session's messages. Of the legacy engine it is these, and nothing else.
type Assembled struct {
	Messages []pipeline.Message
	Tokens   int    // as the engine estimates them; 0 when it does not
	Addition string // to the system prompt
}

// Engine assembles what the model sees of a session. It keeps the messages as they are: another slice has what it
// changes.
type Engine interface {
	Info() Info
	// Ingest tells the engine of a new message, and reports whether it keeps it in a store of its own.
	Ingest(session string, m pipeline.Message) bool
	// Assemble chooses among the messages, for a budget in tokens.
	Assemble(session string, messages []pipeline.Message, budget int) (Assembled, error)
}

// Assemble lets an engine assemble a session's messages. When it fails, these are the plain messages, and the warning
// says why (O-30).
func Assemble(e Engine, session string, messages []pipeline.Message, budget int) (a Assembled, warning error) {
	a, err := e.Assemble(session, messages, budget)
	if err != nil {
		return Assembled{Messages: messages}, fmt.Errorf("context engine %s: the messages are sent as they are: %w",
			e.Info().ID, err)
	}
	return a, nil
}
