package openai

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// ChatStream assembles the chunks of a streamed answer. The zero value is empty.
type ChatStream struct {
	model, finish               string
	content, refusal, reasoning []byte
	calls                       []chatPartialCall
	at                          map[int]int // the place of a call among calls, by its index in chunks
	usage                       json.RawMessage
	began, done                 bool
}

// Add adds the data of an event: a chunk, or [DONE]. Its error wraps a *wire.Error if the data is an error object.
func (w *ChatStream) Add(data []byte) error {
	if string(data) == provider.Done {
		w.done = true
		return nil
	}
	var chunk chatChunk
	if err := json.Unmarshal(data, &chunk); err != nil {
		return fmt.Errorf("a chunk: %w", err)
	}
	if len(chunk.Error) > 0 && string(chunk.Error) != "null" {
		_, err := wire.Answer(wire.OpenAI, data)
		return err
	}
	w.add(chunk)
	return nil
}

// Done reports whether [DONE] has come.
func (w *ChatStream) Done() bool { return w.done }

// Finish returns the finish reason; empty: none has come.
func (w *ChatStream) Finish() string { return w.finish }

// Empty reports whether nothing of the answer has come yet but its role.
func (w *ChatStream) Empty() bool {
	return len(w.content)+len(w.refusal)+len(w.reasoning)+len(w.calls) == 0
}

type chatPartialCall struct {
	id, kind, name string
	arguments      []byte
}

// add adds a chunk. Only the first choice counts, since a client asks for one answer.
func (w *ChatStream) add(c chatChunk) {
	w.model = cmp.Or(w.model, c.Model)
	if len(c.Usage) > 0 && string(c.Usage) != "null" {
		w.usage = c.Usage
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		w.began = true
		d := choice.Delta
		w.content, w.refusal = append(w.content, d.Content...), append(w.refusal, d.Refusal...)
		w.reasoning = append(w.reasoning, cmp.Or(d.ReasoningContent, d.Reasoning)...)
		for _, call := range d.ToolCalls {
			w.addCall(call)
		}
		if choice.Finish != "" {
			w.finish = choice.Finish
		}
	}
}

// addCall adds a piece to the call with its index. Without an index, an id begins a new call.
func (w *ChatStream) addCall(piece chatReceivedCall) {
	last := len(w.calls) - 1
	at, known := last, last >= 0 && (piece.ID == "" || piece.ID == w.calls[last].id)
	if piece.Index != nil {
		at, known = w.at[*piece.Index]
	}
	if !known {
		if w.at == nil {
			w.at = map[int]int{}
		}
		at = len(w.calls)
		w.calls = append(w.calls, chatPartialCall{})
		if piece.Index != nil {
			w.at[*piece.Index] = at
		}
	}
	if piece.Custom != nil { // a custom tool's input is kept like the arguments of a function
		w.calls[at].add(piece.ID, "function", piece.Custom.Name, piece.Custom.Input)
		return
	}
	text, ok := jsonvalue.Text(piece.Function.Arguments)
	if !ok && string(piece.Function.Arguments) != "null" {
		text = string(piece.Function.Arguments) // some servers send an object
	}
	w.calls[at].add(piece.ID, piece.Type, piece.Function.Name, text)
}

func (c *chatPartialCall) add(id, kind, name, arguments string) {
	c.id, c.kind, c.name = cmp.Or(c.id, id), cmp.Or(c.kind, kind), cmp.Or(c.name, name)
	c.arguments = append(c.arguments, arguments...)
}

// Response reads the assembled answer as if it had not been streamed.
func (w *ChatStream) Response() (pipeline.Response, error) {
	type message struct {
		Content   string     `json:"content"`
		Refusal   string     `json:"refusal"`
		Reasoning string     `json:"reasoning_content"`
		Calls     []chatCall `json:"tool_calls"`
	}
	type choice struct {
		Message message `json:"message"`
		Finish  string  `json:"finish_reason"`
	}
	whole := struct {
		Model   string          `json:"model"`
		Choices []choice        `json:"choices"`
		Usage   json.RawMessage `json:"usage,omitempty"`
	}{Model: w.model, Usage: w.usage}
	if w.began {
		m := message{string(w.content), string(w.refusal), string(w.reasoning), nil}
		for _, c := range w.calls {
			m.Calls = append(m.Calls, chatCall{ID: c.id, Type: c.kind,
				Function: &chatFunction{c.name, string(c.arguments)}})
		}
		whole.Choices = []choice{{m, w.finish}}
	}
	body, err := provider.Marshal(whole)
	if err != nil {
		return pipeline.Response{}, err
	}
	return wire.Answer(wire.OpenAI, body)
}
