package project

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Format is json, or a JSON Schema; it applies to requests that ask for free text.
type Format json.RawMessage

// Forms implements strict.Formed.
func (Format) Forms() []any { return []any{strict.Words{"json"}, map[string]any{}} }

// DecodeNode implements strict.Decoder.
func (f *Format) DecodeNode(n *strict.Node) error {
	if n.Kind != strict.Map && (n.Kind != strict.String || n.Text != "json") {
		return n.Errorf("want json, or a JSON Schema, a mapping")
	}
	*f = Format(n.JSON())
	return nil
}

// Thinking is true or false, or a level, for models that have levels.
type Thinking pipeline.Think

// thinkings returns all values: models without levels of thinking take true and false.
func thinkings() []string { return []string{"true", "false", "low", "medium", "high"} }

// Forms implements strict.Formed.
func (Thinking) Forms() []any { return []any{true, strict.Words(thinkings())} }

// DecodeNode implements strict.Decoder.
func (t *Thinking) DecodeNode(n *strict.Node) error {
	if n.Kind != strict.Bool && n.Kind != strict.String || !slices.Contains(thinkings(), n.Text) {
		return n.Errorf("want true, false, low, medium or high, got %q", n.Text)
	}
	*t = Thinking(n.Text)
	return nil
}
