package pipeline

import (
	"encoding/json"
	"sync/atomic"
	"time"
)

// Env is what a run of one case provides to its Runtime.
type Env struct {
	Model    Model
	Embedder Embedder                         // nil: Embed fails with Unavailable
	Tools    Tools                            // nil: the case has no results
	Settings func(stage string) StageSettings // of a stage, or of stage:variant; nil: the zero settings for every stage
	// of the system, against which its reports are checked; nil: any name passes
	Stages   []Stage
	MaxDepth int // calls in a row before a case is stopped; 0: DefaultMaxDepth

	// For somebody else's program, which does not name its calls; nil for all other systems.
	Arrivals Arrivals              // answers its requests as they arrive
	Kept     Kept                  // called with them once they have names
	Mask     func(Request) Request // see Runtime.Masked
	Accepted func() []Request      // of the case's golden

	TurnLimit time.Duration // of a turn from its first request on, unless the suite's is shorter; 0: the suite's

	messages atomic.Int64 // number so far, of all calls
}

// DefaultMaxDepth ends a conversation that goes in circles.
const DefaultMaxDepth = 10_000

// MaxMessages bounds the messages of all calls of a case together, counting again those that a call shares with an
// earlier one: no golden has more.
const MaxMessages = 1 << 20

// StageSettings are a suite's settings for one stage.
type StageSettings struct {
	Model    string          // name of the model
	Deadline time.Duration   // for one call; 0: none
	Options  Options         // defaults for unset options of a request
	Format   json.RawMessage // "json" or a JSON Schema, for a request of free text; nil: unchanged
	Think    Think
	Replies  Policy // Strict if the suite has none
}

// Policy says how an answer that should be JSON is read: as it stands, out of the text around it, or with repairs.
type Policy string

// The reply policies. Strict is the default: exactly one JSON value with white space around it.
const (
	Strict  Policy = "strict"
	Extract Policy = "extract" // the one JSON value inside other text or a code fence
	Mend    Policy = "repair"  // Extract, then repaired if it is broken
)
