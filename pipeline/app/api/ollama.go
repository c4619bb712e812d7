package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// ollamaChat is Ollama's POST /api/chat.
type ollamaChat struct{}

// ollamaGenerate is Ollama's POST /api/generate.
type ollamaGenerate struct{}

// Loads reports whether a request to Ollama asks for nothing but that the server load the model, or unload it: it has
// no messages, or an empty prompt. Write answers it whatever the reply says.
func (b *Body) Loads() bool {
	return len(b.Request.Messages) == 0 && (b.Endpoint == OllamaChat || b.Endpoint == OllamaGenerate)
}

func (ollamaChat) read(_ *Store, body *object) (*Body, error) {
	b, err := ollamaBody(body)
	if err != nil {
		return nil, err
	}
	said, ok := list(body.has("messages"))
	if !ok && body.has("messages") != nil && string(body.has("messages")) != "null" {
		return nil, &SyntaxError{errors.New("messages: want a list of messages")}
	}
	if len(said) > 0 {
		body.take("messages")
	}
	for i, raw := range said {
		m, err := ollamaMessage(raw)
		if err != nil {
			return nil, &SyntaxError{fmt.Errorf("messages[%d]: %w", i, err)}
		}
		b.Request.Messages = append(b.Request.Messages, m)
	}
	return b, nil
}

// read leaves everything in the body where there is no prompt: the request loads the model, and says nothing to it.
func (ollamaGenerate) read(_ *Store, body *object) (*Body, error) {
	b, err := ollamaBody(body)
	if err != nil || anthropicText(body.has("prompt")) == "" {
		return b, err
	}
	if text := anthropicText(body.has("system")); text != "" {
		body.take("system")
		b.Request.Messages = append(b.Request.Messages, pipeline.Text(pipeline.RoleSystem, partContent, text))
	}
	m := pipeline.Message{Role: pipeline.RoleUser}
	text, _ := body.takeText("prompt")
	m.Sections = append(m.Sections, pipeline.Section{Name: partContent, Text: text})
	m.Sections = append(m.Sections, ollamaImages(body)...)
	b.Request.Messages = append(b.Request.Messages, m)
	return b, nil
}

// ollamaBody is what chat and generate have in common. An answer is streamed where a body does not say.
func ollamaBody(body *object) (*Body, error) {
	stream := body.has("stream")
	b := &Body{Model: anthropicText(body.has("model")), Stream: stream == nil || string(stream) == "null" ||
		body.isTrue("stream")}
	var err error
	if b.Request.Tools, err = anthropicTools(body, ollamaTool); err != nil {
		return nil, &SyntaxError{fmt.Errorf("tools: %w", err)}
	}
	format := body.has("format")
	if _, err := splitObject(format); err == nil || anthropicText(format) == "json" {
		body.take("format")
		if b.Request.Format, err = splitCanonical(format); err != nil {
			return nil, &SyntaxError{fmt.Errorf("format: %w", err)}
		}
	}
	return b, nil
}

func (ollamaChat) write(s *Store, b *Body, r Reply) (Sent, error) { return ollamaWrite(s, b, r, false) }

func (ollamaGenerate) write(s *Store, b *Body, r Reply) (Sent, error) {
	return ollamaWrite(s, b, r, true)
}

func ollamaWrite(s *Store, b *Body, r Reply, generate bool) (Sent, error) {
	end := ollamaEnd(b, r, ollamaFinish(r.Response))
	if len(b.Request.Messages) == 0 {
		end = ollamaLine{Done: true, Reason: ollamaLoad(b.Request.Parameters)}
	}
	end.Model, end.Created = b.Model, r.Created.UTC().Format(time.RFC3339Nano)
	said := ollamaSaid{role: pipeline.RoleAssistant}
	if len(b.Request.Messages) > 0 {
		said.content, said.thinking = r.Response.Content, r.Response.Reasoning
		said.calls = ollamaCallsOf(chatCalls(s, r))
	}
	if b.Stream {
		return ollamaStream(end, said, generate)
	}
	return chatSent(http.StatusOK, end.with(said, generate))
}

// ollamaLoad is what a server says that was sent nothing: that it has loaded the model, or that it has let it go.
func ollamaLoad(parameters json.RawMessage) string {
	if o, err := splitObject(parameters); err == nil {
		keep := o.has("keep_alive")
		wait, err := time.ParseDuration(anthropicText(keep))
		if string(keep) == "0" || err == nil && wait == 0 {
			return "unload"
		}
	}
	return "load"
}

// ollamaFinish is the server's word for how an answer ended: it has none of its own for calls of tools.
func ollamaFinish(resp pipeline.Response) string {
	if resp.Finish == "" || resp.Finish == "tool_calls" {
		return "stop"
	}
	return resp.Finish
}

func (ollamaChat) fail(status int, message string) Sent     { return ollamaFail(status, message) }
func (ollamaGenerate) fail(status int, message string) Sent { return ollamaFail(status, message) }

func ollamaFail(status int, message string) Sent {
	sent, _ := chatSent(status, map[string]string{"error": message}) // texts are always JSON
	return sent
}

func (ollamaChat) answer(_ bool, body []byte) (pipeline.Response, error) { return ollamaAnswer(body) }
func (ollamaGenerate) answer(_ bool, body []byte) (pipeline.Response, error) {
	return ollamaAnswer(body)
}
