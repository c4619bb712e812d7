// Package wire turns requests into the bodies that providers take, and providers' answers into responses.
// It invents no prompt: text, tool calls and schemas go as they are, only their place in the body differs.
//
// What a form has no key for stays out of its body:
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
	"maps"
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

// Forms names all forms.
func Forms() []string { return []string{OpenAI, LiteLLM, Anthropic, Codex, Ollama} }

// form is how one provider writes requests and answers. What body and answerBody return is for encode.
type form interface {
	body(pipeline.Request) (any, error)
	read([]byte) (pipeline.Request, error)
	answerBody(pipeline.Response) any
	answer([]byte) (pipeline.Response, error)
}

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

// Body is the request in a form, as indented JSON.
func Body(name string, req pipeline.Request) ([]byte, error) {
	f, err := formOf(name)
	if err != nil {
		return nil, err
	}
	body, err := f.body(req)
	if err != nil {
		return nil, fmt.Errorf("%s request: %w", name, err)
	}
	return encode(body)
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

// message is a message as it is read back.
func message(role string, content text) pipeline.Message {
	m := pipeline.Message{Role: role}
	if content != "" {
		m.Sections = []pipeline.Section{{Name: "Content", Text: string(content)}}
	}
	return m
}

// nameResults gives each tool message the name of the call that it answers: the n-th result with an id is that of the
// n-th call with it in the newest message that has one.
func nameResults(ms []pipeline.Message) {
	names := map[string][]string{} // of the newest message that has calls with the id
	for i := range ms {
		if n := names[ms[i].ToolCallID]; ms[i].Role == pipeline.RoleTool && len(n) > 0 {
			ms[i].Name = n[0]
			names[ms[i].ToolCallID] = n[min(1, len(n)-1):]
		}
		asked := map[string][]string{}
		for _, c := range ms[i].ToolCalls {
			asked[c.ID] = append(asked[c.ID], c.Name)
		}
		maps.Copy(names, asked)
	}
}

// limit is num_predict for the forms in which a number that is not positive means no limit by not being there.
func limit(o pipeline.Options) *int {
	if o.NumPredict == nil || *o.NumPredict <= 0 {
		return nil
	}
	return o.NumPredict
}

// firstSystem splits a leading system message off, for the forms that have a key of its own for it.
func firstSystem(ms []pipeline.Message) (system *text, rest []pipeline.Message) {
	if len(ms) == 0 || ms[0].Role != pipeline.RoleSystem {
		return nil, ms
	}
	t := text(ms[0].Content())
	return &t, ms[1:]
}
