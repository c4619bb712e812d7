package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// logEndpoints are the endpoints that a line can name.
var logEndpoints = []Endpoint{
	ChatCompletions, Responses, Messages, OllamaChat, OllamaGenerate,
}

// paths are the suffixes of the paths at which models are asked.
var paths = []struct {
	end string
	of  Endpoint
}{
	{"/chat/completions", ChatCompletions}, {"/responses", Responses}, {"/messages", Messages},
	{"/api/chat", OllamaChat}, {"/api/generate", OllamaGenerate},
}

// endpointOf returns the endpoint of a line: as its endpoint or path says, else as the keys of the body suggest.
func endpointOf(members map[string]json.RawMessage, body []byte) (Endpoint, error) {
	if raw := members["endpoint"]; !isNull(raw) {
		var name Endpoint
		if json.Unmarshal(raw, &name) != nil || !slices.Contains(logEndpoints, name) {
			return "", fmt.Errorf("endpoint: want one of %v, got %.60s", logEndpoints, raw)
		}
		return name, nil
	}
	if raw := members["path"]; !isNull(raw) {
		return endpointAt(raw)
	}
	return guess(body)
}

func endpointAt(raw json.RawMessage) (Endpoint, error) {
	var path string
	if json.Unmarshal(raw, &path) == nil {
		path, _, _ = strings.Cut(path, "?")
		for _, p := range paths {
			if strings.HasSuffix(strings.TrimSuffix(path, "/"), p.end) {
				return p.of, nil
			}
		}
	}
	return "", fmt.Errorf("path: %.80s is not a path of a model's API", raw)
}

// lineKeys are the keys that distinguish bodies.
type lineKeys struct {
	Messages []struct {
		Content   json.RawMessage
		ToolCalls []struct {
			Function struct{ Arguments json.RawMessage }
		} `json:"tool_calls"`
	}
	Input, Prompt, System, Options json.RawMessage
	Previous                       json.RawMessage `json:"previous_response_id"`
	KeepAlive                      json.RawMessage `json:"keep_alive"`
	Format                         json.RawMessage
	StopSequences                  json.RawMessage `json:"stop_sequences"`
	Tools                          []struct {
		InputSchema json.RawMessage `json:"input_schema"`
	}
}

// guess infers the endpoint from the keys of a body; an ambiguous body is taken for OpenAI's chat.
func guess(body []byte) (Endpoint, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return "", err
	}
	var k lineKeys
	for name, to := range map[string]any{
		"messages": &k.Messages, "input": &k.Input, "prompt": &k.Prompt, "system": &k.System, "options": &k.Options,
		"previous_response_id": &k.Previous, "keep_alive": &k.KeepAlive, "format": &k.Format,
		"stop_sequences": &k.StopSequences, "tools": &k.Tools,
	} {
		if raw := members[name]; raw != nil {
			_ = json.Unmarshal(raw, to) // a value of another type is ignored
		}
	}
	_, said := members["messages"]
	switch {
	case !said && (k.Input != nil || k.Previous != nil):
		return Responses, nil
	case !said && k.Prompt != nil:
		return OllamaGenerate, nil
	case !said:
		return "", errors.New("no request in it: want messages, input or prompt")
	case k.System != nil || k.StopSequences != nil || k.anthropic():
		return Messages, nil
	case k.Options != nil || k.KeepAlive != nil || k.Format != nil || k.ollama():
		return OllamaChat, nil
	}
	return ChatCompletions, nil
}

// anthropic reports whether tools or parts of messages are as Anthropic has them.
func (k *lineKeys) anthropic() bool {
	for _, t := range k.Tools {
		if t.InputSchema != nil {
			return true
		}
	}
	for _, m := range k.Messages {
		var parts []struct{ Type string }
		_ = json.Unmarshal(m.Content, &parts) // a text has no parts
		for _, p := range parts {
			if p.Type == "tool_use" || p.Type == "tool_result" || p.Type == "thinking" {
				return true
			}
		}
	}
	return false
}

// ollama reports whether the arguments of a call are an object, as Ollama has them: OpenAI has a text there.
func (k *lineKeys) ollama() bool {
	for _, m := range k.Messages {
		for _, c := range m.ToolCalls {
			if a := c.Function.Arguments; len(a) > 0 && a[0] == '{' {
				return true
			}
		}
	}
	return false
}
