// Package provider is what the forms of all providers share: a request as it was read, an answer as it is to go out,
// the ledger of what the clients of a case have been told, the parts of messages that several providers have alike,
// names for ids that differ from run to run, and server-sent events.
package provider

import (
	"fmt"
	"net/http"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Endpoint is what a client asks for.
type Endpoint string

// The endpoints that take messages or a prompt.
const (
	ChatCompletions Endpoint = "chat.completions" // OpenAI: POST /v1/chat/completions
	Responses       Endpoint = "responses"        // OpenAI: POST /v1/responses
	Messages        Endpoint = "messages"         // Anthropic: POST /v1/messages
	OllamaChat      Endpoint = "ollama.chat"      // Ollama: POST /api/chat
	OllamaGenerate  Endpoint = "ollama.generate"  // Ollama: POST /api/generate
)

// Body is the body of a request, read.
type Body struct {
	Endpoint Endpoint
	Model    string
	Stream   bool // the client wants its answer in pieces

	// Request has Messages, Tools, Format and Parameters, with references to earlier answers resolved; ids are as the
	// client sent them. In Parameters stand "endpoint", "model" and all else that was sent.
	Request    pipeline.Request
	FormatName string // of the JSON Schema that the client asks for; empty: it names none

	Refers     []string // ids of earlier answers and of their items, which its messages were resolved from
	Instructed int      // messages in front that hold for this request alone: an answer's id does not stand for them
}

// Reply is what a client is to get.
type Reply struct {
	Response pipeline.Response // ids of its tool calls are made here where they are empty
	Seed     string            // makes the ids of this answer: unique in a case, and the same in each run
	Created  time.Time
}

// Sent is an HTTP answer: the pieces of its body in the order in which they go out. An answer that is not streamed is
// one piece.
type Sent struct {
	Status int
	Header http.Header
	Pieces [][]byte
}

// UnknownReferenceError is a request that builds on an answer which this case never gave.
type UnknownReferenceError struct {
	Key string // previous_response_id, item_reference
	ID  string
}

// Error implements error.
func (e *UnknownReferenceError) Error() string {
	return fmt.Sprintf("%s %q: no answer of this case has this id", e.Key, e.ID)
}

// SyntaxError is a body that is no request: no JSON, no messages where there have to be some.
type SyntaxError struct{ Err error }

// Error implements error.
func (e *SyntaxError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong with the body.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Loads reports whether a request to Ollama asks for nothing but that the server load the model, or unload it: it has
// no messages, or an empty prompt. Write answers it whatever the reply says.
func (b *Body) Loads() bool {
	return len(b.Request.Messages) == 0 && (b.Endpoint == OllamaChat || b.Endpoint == OllamaGenerate)
}
