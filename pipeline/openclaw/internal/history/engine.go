// These are OpenClaw's context engines, which choose a session's messages for a request (O-30).

package history

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Info names an engine.
type Info struct{ ID, Name, Version string }

// Assembled is an engine's result. With the legacy engine it is the session's messages, and nothing else.
type Assembled struct {
	Messages []pipeline.Message
	Tokens   int    // as the engine estimates them; 0 without an estimate
	Addition string // appended to the system prompt
}

// Engine assembles the model's view of a session. It leaves the messages unchanged: changes go into another slice.
type Engine interface {
	Info() Info
	// Ingest passes a new message to the engine, and reports whether it keeps it in a store of its own.
	Ingest(session string, m pipeline.Message) bool
	// Assemble chooses among the messages, for a budget in tokens.
	Assemble(session string, messages []pipeline.Message, budget int) (Assembled, error)
}

// Assemble calls an engine to assemble a session's messages. If it fails, these are the plain messages, and the warning
// has the error (O-30).
func Assemble(e Engine, session string, messages []pipeline.Message, budget int) (a Assembled, warning error) {
	a, err := e.Assemble(session, messages, budget)
	if err != nil {
		return Assembled{Messages: messages}, fmt.Errorf("context engine %s: the messages are sent as they are: %w",
			e.Info().ID, err)
	}
	return a, nil
}
