package state

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Text is a text with its source. In JSON it is a string; read back from there, it has no source.
type Text struct{ pipeline.Pieces }

// TextOf returns a text of one source.
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

// Value is a JSON value with its source. Its zero value is null.
type Value struct {
	JSON   json.RawMessage // without duplicate keys
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
