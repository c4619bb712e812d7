package pipeline

import (
	"encoding/json"
	"sync/atomic"
	"time"
)

// Env is what a run of one case gives to its Runtime.
type Env struct {
	Model    Model
	Embedder Embedder                         // nil: Embed fails with Unavailable
	Tools    Tools                            // nil: the case has no results
	Settings func(stage string) StageSettings // of a stage, or of stage:variant; nil: the zero settings for every stage
	// of the system, which what it reports is held against; nil: any name passes
	Stages   []Stage
	MaxDepth int // calls in a row before a case is stopped; 0: DefaultMaxDepth

	// For a system that is somebody else's program, which has no names for its calls; nil for all others.
	Arrivals Arrivals              // answers its requests as they arrive
	Kept     Kept                  // is told of them once they have names
	Mask     func(Request) Request // see Runtime.Masked
	Accepted func() []Request      // of the case's golden

	TurnLimit time.Duration // of a turn from its first request on, where the suite does not say less; 0: as that says

	messages atomic.Int64 // of the calls so far
}

// DefaultMaxDepth ends a conversation that goes round in a circle.
const DefaultMaxDepth = 10_000

// MaxMessages is how many messages the calls of a case may have together, those counted again that a call shares with
// an earlier one: no golden holds more.
const MaxMessages = 1 << 20

// StageSettings are a suite's settings for one stage.
type StageSettings struct {
	Model    string          // name of the model
	Deadline time.Duration   // for one call; 0: none
	Options  Options         // for what a request leaves unset
	Format   json.RawMessage // "json" or a JSON Schema, for a request that asks for free text; nil: it stays so
	Think    Think
	Replies  Policy // Strict when the suite says nothing
}

// Policy says how strictly an answer that should be JSON is read.
type Policy string

// The reply policies. Strict is the default: exactly one JSON value with white space around it.
const (
	Strict  Policy = "strict"
	Extract Policy = "extract" // the one JSON value inside other text or a code fence
	Mend    Policy = "repair"  // Extract, then mended where it is broken
)
