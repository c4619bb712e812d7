package ollamatest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Request is a request to a server.
type Request struct {
	Embed    bool // /api/embed or /v1/embeddings; else /api/chat or /v1/chat/completions
	OpenAI   bool // below /v1
	Loads    bool // it only loads the model, without an answer
	Model    string
	Messages []Message
	Tools    []string // the names of the offered tools
	Input    []string // the texts to embed
	Stream   bool
	Header   http.Header
	Raw      []byte // the body
}

// Message is one of a request's messages.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Last returns the content of the last message with a role; empty if there is none.
func (r Request) Last(role string) string {
	last := ""
	for _, m := range r.Messages {
		if m.Role == role {
			last = m.Content
		}
	}
	return last
}

func parse(r *http.Request, raw []byte) (Request, error) {
	var body struct {
		Model    string    `json:"model"`
		Messages []Message `json:"messages"`
		Tools    []struct {
			Function struct {
				Name string `json:"name"`
			} `json:"function"`
		} `json:"tools"`
		Input  json.RawMessage `json:"input"`
		Stream *bool           `json:"stream"`
	}
	if err := json.Unmarshal(raw, &body); err != nil {
		return Request{}, err
	}
	req := Request{
		Embed:  strings.Contains(r.URL.Path, "/embed"),
		OpenAI: strings.HasPrefix(r.URL.Path, "/v1/"), Model: body.Model, Messages: body.Messages,
		Stream: body.Stream == nil || *body.Stream, Header: r.Header, Raw: raw,
	}
	for _, tool := range body.Tools {
		req.Tools = append(req.Tools, tool.Function.Name)
	}
	var err error
	req.Input, err = inputs(body.Input)
	req.Loads = !req.OpenAI && len(req.Messages) == 0 && len(req.Input) == 0
	return req, err
}

// inputs reads one text or a list of them; an empty text is none.
func inputs(raw json.RawMessage) ([]string, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		if one == "" {
			return nil, nil
		}
		return []string{one}, nil
	}
	var list []string
	err := json.Unmarshal(raw, &list)
	return list, err
}
