// Package wire writes a request as the body that a provider's API takes. It invents no prompt: text, tool calls
// and schemas go as they are.
package wire

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The forms.
const (
	OpenAI = "openai" // POST /v1/chat/completions
	Ollama = "ollama" // POST /api/chat
)

// Forms names all forms.
func Forms() []string { return []string{Ollama, OpenAI} }

// Body is the request in a form, as indented JSON.
func Body(form string, req pipeline.Request) ([]byte, error) {
	var body any
	switch form {
	case OpenAI:
		body = openAIBody(req)
	case Ollama:
		body = ollamaBody(req)
	default:
		return nil, fmt.Errorf("form %q: want one of %s", form, strings.Join(Forms(), ", "))
	}
	raw, err := pipeline.MarshalJSON(body)
	if err != nil {
		return nil, err
	}
	return indent(raw)
}

// toolJSON is how both forms describe a tool.
type toolJSON struct {
	Type     string       `json:"type"`
	Function functionJSON `json:"function"`
}

type functionJSON struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

func tools(ts []pipeline.Tool) []toolJSON {
	var out []toolJSON
	for _, t := range ts {
		out = append(out, toolJSON{Type: "function", Function: functionJSON(t)})
	}
	return out
}
