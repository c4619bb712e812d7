package server

import (
	"bytes"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// Body returns the bytes of a request in a form of package wire, with more keys.
func Body(form string, req pipeline.Request, more map[string]any) ([]byte, error) {
	if textOf(req) > MaxRequest { // else a request that is never sent would be in memory several times
		return nil, RequestTooLarge
	}
	compact, err := wire.Compact(form, req)
	if err != nil {
		return nil, err
	}
	var body map[string]json.RawMessage
	if err := json.Unmarshal(compact, &body); err != nil {
		return nil, err
	}
	for key, value := range more {
		if body[key], err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	return encode(body)
}

// encode returns JSON as other programs write it: texts are not HTML-escaped.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// textOf returns the length in bytes of the messages' texts. Their JSON is at least as long.
func textOf(req pipeline.Request) int {
	n := 0
	for _, m := range req.Messages {
		for _, s := range m.Sections {
			n += len(s.Text)
		}
	}
	return n
}
