// These functions read requests of model providers' clients, leniently and completely, and write answers as these
// clients need them: OpenAI's chat completions and responses, Anthropic's messages, Ollama's chat and generate, and
// embeddings.
//
// Nothing of a body is dropped: whatever is neither message, tool nor format is kept in Message.Fields and in
// Request.Parameters. Texts and arguments stay as they were sent, to the byte.

package app

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/anthropic"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/ollama"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/openai"
)

// Requests of clients, and answers to them.
type (
	Endpoint = provider.Endpoint
	Body     = provider.Body
	Reply    = provider.Reply
	Sent     = provider.Sent

	UnknownReferenceError = provider.UnknownReferenceError
	SyntaxError           = provider.SyntaxError
)

// The endpoints that take messages or a prompt.
const (
	ChatCompletions = provider.ChatCompletions
	Responses       = provider.Responses
	Messages        = provider.Messages
	OllamaChat      = provider.OllamaChat
	OllamaGenerate  = provider.OllamaGenerate
)

func formOf(e Endpoint) (provider.Form, error) {
	switch e {
	case ChatCompletions:
		return openai.ChatCompletions{}, nil
	case Responses:
		return openai.Responses{}, nil
	case Messages:
		return anthropic.Messages{}, nil
	case OllamaChat:
		return ollama.Chat{}, nil
	case OllamaGenerate:
		return ollama.Generate{}, nil
	}
	return nil, fmt.Errorf("there is no endpoint %q", e)
}

// Fail returns an endpoint's error answer: a status of 400 or above, and a message in the form of the endpoint's
// provider.
func Fail(e Endpoint, status int, message string) Sent {
	f, err := formOf(e)
	if err != nil {
		return Sent{Status: status, Pieces: [][]byte{[]byte(message)}}
	}
	return f.Fail(status, message)
}

// Answer reads a provider's answer to a client, streamed or not. Ids stay as they came.
func Answer(e Endpoint, stream bool, body []byte) (pipeline.Response, error) {
	f, err := formOf(e)
	if err != nil {
		return pipeline.Response{}, err
	}
	return f.Answer(stream, body)
}
