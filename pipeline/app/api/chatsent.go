package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"unicode/utf8"
)

// chatSent is an answer of one piece.
func chatSent(status int, v any) (Sent, error) {
	body, err := chatMarshal(v)
	return Sent{Status: status, Header: http.Header{"Content-Type": {"application/json"}}, Pieces: [][]byte{body}}, err
}

// chatMarshal is JSON without a newline; texts stand in it as they are.
func chatMarshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// chatEvents are server-sent events, each a piece of an answer. err is the first one that could not be written.
type chatEvents struct {
	pieces [][]byte
	err    error
}

// add adds an event; a name is optional.
func (e *chatEvents) add(name string, v any) {
	data, err := chatMarshal(v)
	if err != nil && e.err == nil {
		e.err = err
	}
	e.raw(name, data)
}

func (e *chatEvents) raw(name string, data []byte) {
	var b bytes.Buffer
	if name != "" {
		b.WriteString("event: " + name + "\n")
	}
	b.WriteString("data: ")
	b.Write(data)
	b.WriteString("\n\n")
	e.pieces = append(e.pieces, b.Bytes())
}

func (e *chatEvents) sent() (Sent, error) {
	return Sent{Status: http.StatusOK, Pieces: e.pieces, Header: http.Header{
		"Content-Type": {"text/event-stream; charset=utf-8"}, "Cache-Control": {"no-cache"},
	}}, e.err
}

// chatPieces is how many pieces a text is streamed in, at most.
const chatPieces = 8

// chatSplit cuts a text into pieces of about one length; no rune is cut.
func chatSplit(text string) []string {
	size := (len(text) + chatPieces - 1) / chatPieces
	var pieces []string
	for text != "" {
		end := min(size, len(text))
		for end < len(text) && !utf8.RuneStart(text[end]) {
			end++
		}
		pieces = append(pieces, text[:end])
		text = text[end:]
	}
	return pieces
}
