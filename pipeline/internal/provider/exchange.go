// Package provider is the common part of all providers' wire forms: requests as read, answers as sent, the ledger of
// answers given to the clients of a case, the message parts that several providers share, names for ids that differ
// from run to run, and server-sent events.
package provider

import (
	"fmt"
	"net/http"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Body is the body of a request, read.
type Body struct {
	Endpoint Endpoint
	Model    string
	Stream   bool // the client wants its answer in pieces

	// Request has Messages, Tools, Format and Parameters, with references to earlier answers resolved; ids are as the
	// client sent them. Parameters has "endpoint", "model" and everything else that was sent.
	Request    pipeline.Request
	FormatName string // of the requested JSON Schema; empty: unnamed

	Refers     []string // ids of earlier answers and items that its messages were resolved from
	Instructed int      // leading messages for this request alone: an answer's id does not stand for them
}

// Reply is what a client is to get.
type Reply struct {
	Response pipeline.Response // tool calls without an id get one
	Seed     string            // generates the ids of this answer: unique in a case, and the same in each run
	Created  time.Time
}

// Sent is an HTTP answer: the pieces of its body in order. An unstreamed answer is one piece.
type Sent struct {
	Status int
	Header http.Header
	Pieces [][]byte
}

// UnknownReferenceError says that a request refers to an answer which this case never gave.
type UnknownReferenceError struct {
	Key string // previous_response_id, item_reference
	ID  string
}

// Error implements error.
func (e *UnknownReferenceError) Error() string {
	return fmt.Sprintf("%s %q: no answer of this case has this id", e.Key, e.ID)
}

// SyntaxError says that a body is not a request: invalid JSON, or no messages where they are required.
type SyntaxError struct{ Err error }

// Error implements error.
func (e *SyntaxError) Error() string { return e.Err.Error() }

// Unwrap returns the underlying error.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Loads reports whether a request to Ollama only makes the server load or unload the model: it has no messages, or an
// empty prompt. Write answers it whatever the reply says.
func (b *Body) Loads() bool {
	return len(b.Request.Messages) == 0 && (b.Endpoint == OllamaChat || b.Endpoint == OllamaGenerate)
}
