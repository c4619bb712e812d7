// This file writes and reads server-sent events: the streams of OpenAI and Anthropic.

package provider

import (
	"bytes"
	"net/http"
)

// Events are server-sent events, each a piece of an answer. err is the first one that could not be written.
type Events struct {
	pieces [][]byte
	err    error
}

// Add adds an event; a name is optional.
func (e *Events) Add(name string, v any) {
	data, err := Marshal(v)
	if err != nil && e.err == nil {
		e.err = err
	}
	e.Raw(name, data)
}

// Raw adds an event with this data, which must not contain a newline.
func (e *Events) Raw(name string, data []byte) {
	var b bytes.Buffer
	if name != "" {
		b.WriteString("event: " + name + "\n")
	}
	b.WriteString("data: ")
	b.Write(data)
	b.WriteString("\n\n")
	e.pieces = append(e.pieces, b.Bytes())
}

// Sent returns the events as an answer.
func (e *Events) Sent() (Sent, error) {
	return Sent{Status: http.StatusOK, Pieces: e.pieces, Header: http.Header{
		"Content-Type": {"text/event-stream; charset=utf-8"}, "Cache-Control": {"no-cache"},
	}}, e.err
}
