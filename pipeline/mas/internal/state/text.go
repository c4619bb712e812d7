package state

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Text is a text that knows where it is from. In JSON it is a string; read back from there, it no longer knows.
type Text struct{ pipeline.Pieces }

// TextOf is a text of one source.
func TextOf(from pipeline.TextSource, text string) Text { return Text{from.Of(text)} }

// UnmarshalJSON implements json.Unmarshaler.
func (t *Text) UnmarshalJSON(raw []byte) error {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return err
	}
	*t = TextOf(pipeline.TextSource{Kind: pipeline.TextUnclear}, s)
	return nil
}

// Value is a JSON value that knows where it is from. Its zero value is null.
type Value struct {
	JSON   json.RawMessage // no object in it has a key twice
	Source pipeline.TextSource
}

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.JSON == nil {
		return []byte("null"), nil
	}
	return v.JSON, nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Value) UnmarshalJSON(raw []byte) error {
	*v = Value{JSON: append(json.RawMessage(nil), raw...), Source: pipeline.TextSource{Kind: pipeline.TextUnclear}}
	return nil
}

// Dict is a JSON object in the order in which its keys were set.
type Dict = Map[Value]
