// Package ollama implements the wire forms of Ollama's chat and generate, and its model information.
package ollama

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Chat is Ollama's POST /api/chat.
type Chat struct{}

// Generate is Ollama's POST /api/generate.
type Generate struct{}

// Read implements provider.Form.
func (Chat) Read(_ *provider.Ledger, body *jsonvalue.Object) (*provider.Body, error) {
	b, err := bodyOf(body)
	if err != nil {
		return nil, err
	}
	said, ok := jsonvalue.SplitList(body.Get("messages"))
	if !ok && body.Get("messages") != nil && string(body.Get("messages")) != "null" {
		return nil, &provider.SyntaxError{Err: errors.New("messages: want a list of messages")}
	}
	if len(said) > 0 {
		body.Take("messages")
	}
	for i, raw := range said {
		m, err := messageOf(raw)
		if err != nil {
			return nil, &provider.SyntaxError{Err: fmt.Errorf("messages[%d]: %w", i, err)}
		}
		b.Request.Messages = append(b.Request.Messages, m)
	}
	return b, nil
}

// Read implements provider.Form. Without a prompt it leaves everything in the body: the request only loads the model.
func (Generate) Read(_ *provider.Ledger, body *jsonvalue.Object) (*provider.Body, error) {
	b, err := bodyOf(body)
	if err != nil || jsonvalue.TextOf(body.Get("prompt")) == "" {
		return b, err
	}
	if text := jsonvalue.TextOf(body.Get("system")); text != "" {
		body.Take("system")
		b.Request.Messages = append(b.Request.Messages, pipeline.Text(pipeline.RoleSystem, provider.Content, text))
	}
	m := pipeline.Message{Role: pipeline.RoleUser}
	text, _ := body.TakeText("prompt")
	m.Sections = append(m.Sections, pipeline.Section{Name: provider.Content, Text: text})
	m.Sections = append(m.Sections, images(body)...)
	b.Request.Messages = append(b.Request.Messages, m)
	return b, nil
}

// bodyOf reads the common part of chat and generate. An answer is streamed by default.
func bodyOf(body *jsonvalue.Object) (*provider.Body, error) {
	stream := body.Get("stream")
	b := &provider.Body{Model: jsonvalue.TextOf(body.Get("model")),
		Stream: stream == nil || string(stream) == "null" || body.IsTrue("stream")}
	var err error
	if b.Request.Tools, err = provider.Tools(body, toolOf); err != nil {
		return nil, &provider.SyntaxError{Err: fmt.Errorf("tools: %w", err)}
	}
	format := body.Get("format")
	if _, err := jsonvalue.SplitObject(format); err == nil || jsonvalue.TextOf(format) == "json" {
		body.Take("format")
		if b.Request.Format, err = jsonvalue.CanonicalValid(format); err != nil {
			return nil, &provider.SyntaxError{Err: fmt.Errorf("format: %w", err)}
		}
	}
	return b, nil
}

// Write implements provider.Form.
func (Chat) Write(s *provider.Ledger, b *provider.Body, r provider.Reply) (provider.Sent, error) {
	return write(s, b, r, false)
}

// Write implements provider.Form.
func (Generate) Write(s *provider.Ledger, b *provider.Body, r provider.Reply) (provider.Sent, error) {
	return write(s, b, r, true)
}

func write(s *provider.Ledger, b *provider.Body, r provider.Reply, generate bool) (provider.Sent, error) {
	end := lastLine(b, r, finishOf(r.Response))
	if len(b.Request.Messages) == 0 {
		end = line{Done: true, Reason: loadReason(b.Request.Parameters)}
	}
	end.Model, end.Created = b.Model, r.Created.UTC().Format(time.RFC3339Nano)
	said := message{role: pipeline.RoleAssistant}
	if len(b.Request.Messages) > 0 {
		said.content, said.thinking = r.Response.Content, r.Response.Reasoning
		said.calls = replyCalls(provider.Calls(s, r, "call_"))
	}
	if b.Stream {
		return stream(end, said, generate)
	}
	return provider.JSON(http.StatusOK, end.with(said, generate))
}

// loadReason returns the done reason for a request without messages: the model was loaded or unloaded.
func loadReason(parameters json.RawMessage) string {
	if o, err := jsonvalue.SplitObject(parameters); err == nil {
		keep := o.Get("keep_alive")
		wait, err := time.ParseDuration(jsonvalue.TextOf(keep))
		if string(keep) == "0" || err == nil && wait == 0 {
			return "unload"
		}
	}
	return "load"
}

// finishOf returns the server's word for how an answer ended: it has none of its own for tool calls.
func finishOf(resp pipeline.Response) string {
	if resp.Finish == "" || resp.Finish == "tool_calls" {
		return "stop"
	}
	return resp.Finish
}

// Fail implements provider.Form.
func (Chat) Fail(status int, message string) provider.Sent { return fail(status, message) }

// Fail implements provider.Form.
func (Generate) Fail(status int, message string) provider.Sent { return fail(status, message) }

func fail(status int, message string) provider.Sent {
	sent, _ := provider.JSON(status, map[string]string{"error": message}) // texts are always JSON
	return sent
}

// Answer implements provider.Form.
func (Chat) Answer(_ bool, body []byte) (pipeline.Response, error) { return answer(body) }

// Answer implements provider.Form.
func (Generate) Answer(_ bool, body []byte) (pipeline.Response, error) {
	return answer(body)
}
