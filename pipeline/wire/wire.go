// Package wire turns requests into the bodies that providers take, and providers' answers into responses.
// It invents no prompt: text, tool calls and schemas stay as they are, only their place in the body differs.
//
// A body omits whatever its form has no key for:
//
//	option          openai      litellm         anthropic       codex              ollama
//	temperature     x           x               -               x                  x
//	top_p           x           x               -               x                  x
//	top_k           -           x               -               -                  x
//	min_p           -           x               -               -                  x
//	repeat_penalty  -           x               -               -                  x
//	seed            x           x               -               -                  x
//	num_ctx         -           x               -               -                  x
//	num_predict     max_tokens  max_tokens      max_tokens      max_output_tokens  x
//	stop            x           x               stop_sequences  -                  x
//	format "json"   x           x               -               x                  x
//	JSON Schema     x           x               x               x                  x
package wire

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The forms.
const (
	OpenAI    = "openai"    // POST /v1/chat/completions
	LiteLLM   = "litellm"   // POST /chat/completions of a LiteLLM proxy
	Anthropic = "anthropic" // POST /v1/messages
	Codex     = "codex"     // POST /v1/responses
	Ollama    = "ollama"    // POST /api/chat
)

// Forms returns the names of all forms.
func Forms() []string { return []string{OpenAI, LiteLLM, Anthropic, Codex, Ollama} }

func formOf(name string) (form, error) {
	switch name {
	case OpenAI:
		return openAI{}, nil
	case LiteLLM:
		return liteLLM{}, nil
	case Anthropic:
		return anthropic{}, nil
	case Codex:
		return codex{}, nil
	case Ollama:
		return ollama{}, nil
	}
	return nil, fmt.Errorf("form %q: want one of %s", name, strings.Join(Forms(), ", "))
}

// Body returns the request in a form, as indented JSON.
func Body(name string, req pipeline.Request) ([]byte, error) {
	body, err := bodyOf(name, req)
	if err != nil {
		return nil, err
	}
	return encode(body)
}

// Compact is Body without blanks between tokens; all other bytes are equal.
func Compact(name string, req pipeline.Request) ([]byte, error) {
	body, err := bodyOf(name, req)
	if err != nil {
		return nil, err
	}
	return encodeCompact(body)
}

func bodyOf(name string, req pipeline.Request) (any, error) {
	f, err := formOf(name)
	if err != nil {
		return nil, err
	}
	body, err := f.body(req)
	if err != nil {
		return nil, fmt.Errorf("%s request: %w", name, err)
	}
	return body, nil
}

// Read is the request of a body that Body wrote; a key that Body never writes is an error. It differs from the request
// that went in only so:
//   - a message's sections are one, named Content, and none where the content is empty;
//   - JSON in a key of its own (a schema, and in anthropic and ollama the arguments of a tool call) has no blanks
//     between its tokens;
//   - what the form has no key for is gone (see the package's table), and so is the stage where no JSON Schema names
//     it;
//   - all but ollama: a num_predict that is not positive, which means no limit, is none;
//   - anthropic and codex: the name of a tool message is that of the call that it answers;
//   - anthropic: a message of blanks alone, which that API refuses, is gone, and so is blank content beside tool calls;
//     no num_predict is DefaultMaxTokens, and a tool without parameters has the schema of any object.
func Read(name string, body []byte) (pipeline.Request, error) {
	f, err := formOf(name)
	if err != nil {
		return pipeline.Request{}, err
	}
	req, err := f.read(body)
	if err != nil {
		return pipeline.Request{}, fmt.Errorf("%s request: %w", name, err)
	}
	return req, nil
}

// Answer is the response of a provider's answer, read leniently: what it says beside the following is skipped.
//   - Content, ToolCalls: the arguments in the model's own bytes; where the form has them as an object, without blanks
//     between the tokens. A refusal is content that ended with content_filter.
//   - Finish: stop, length, tool_calls, content_filter, or the provider's own word; tool_calls too where a provider
//     says stop beside tool calls; empty when the answer does not say.
//   - Reasoning, Usage, and Origin.Model; of ollama Duration too. The rest of Origin is the caller's.
//
// An error object is an *Error. A body that is no answer, or holds a part that this package does not know, is an error.
func Answer(name string, body []byte) (pipeline.Response, error) {
	f, err := formOf(name)
	if err != nil {
		return pipeline.Response{}, err
	}
	resp, err := answerOf(f, body)
	if err != nil {
		return pipeline.Response{}, fmt.Errorf("%s answer: %w", name, err)
	}
	if resp.Finish == stop && len(resp.ToolCalls) > 0 {
		resp.Finish = toolCalls
	}
	return resp, nil
}

// AnswerBody is a response as a provider would send it, as indented JSON. Answer reads it back with what a form
// carries: content, tool calls, reasoning, usage, finish and Origin.Model in all of them (tool_calls without a tool
// call is stop in codex and ollama), Duration in ollama alone, Takes and the rest of Origin in none. Ids and times,
// which a server makes up, are left out.
func AnswerBody(name string, resp pipeline.Response) ([]byte, error) {
	f, err := formOf(name)
	if err != nil {
		return nil, err
	}
	return encode(f.answerBody(resp))
}
