// Package api reads what clients of model providers send, leniently and whole, and writes answers as these clients need
// them: OpenAI's chat completions and responses, Anthropic's messages, Ollama's chat and generate, and embeddings.
//
// Nothing of a body is dropped: what is neither a message nor a tool nor the format stands in Message.Fields and in
// Request.Parameters. Texts and arguments stay as they were sent, to the byte.
package api

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

	refers     []string // ids of earlier answers and of their items, which its messages were resolved from
	instructed int      // messages in front that hold for this request alone: an answer's id does not stand for them
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

func (e *UnknownReferenceError) Error() string {
	return fmt.Sprintf("%s %q: no answer of this case has this id", e.Key, e.ID)
}

// SyntaxError is a body that is no request: no JSON, no messages where there have to be some.
type SyntaxError struct{ Err error }

func (e *SyntaxError) Error() string { return e.Err.Error() }
func (e *SyntaxError) Unwrap() error { return e.Err }
