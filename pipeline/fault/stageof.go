package fault

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// StageOf describes the stage of an application that asks for an answer, as far as the request and the intended answer
// tell. The schema is the request's; if it has none, that of the answer's own keys and types.
func StageOf(req pipeline.Request, answer pipeline.Response) pipeline.Stage {
	st := pipeline.Stage{Name: req.Stage, Reads: pipeline.ReadsText, Schema: string(req.Format)}
	if isStructured(answer.Content) {
		st.Reads = pipeline.ReadsJSON
	}
	if !jsonvalue.OpensObject(req.Format) {
		st.Schema = inferred(answer.Content)
	}
	return st
}

// shape is the schema of a value, made from the value.
type shape struct {
	Type       string            `json:"type,omitempty"` // empty: several
	Properties map[string]*shape `json:"properties,omitempty"`
	Required   []string          `json:"required,omitempty"`
	Items      *shape            `json:"items,omitempty"`
}

// inferred returns the schema of an object or a list with these keys and types of values; empty: the text is neither.
func inferred(text string) string {
	if !isStructured(text) {
		return ""
	}
	schema, err := json.Marshal(shapeOf(json.RawMessage(strings.TrimSpace(text)), deepest))
	if err != nil {
		return ""
	}
	return string(schema)
}

// shapeOf describes a value down to so many levels.
func shapeOf(value json.RawMessage, levels int) *shape {
	s := &shape{Type: typeOf(value)}
	if levels == 0 {
		return s
	}
	if all, ok := members(string(value)); ok {
		s.Properties = map[string]*shape{}
		for _, m := range all {
			if s.Properties[m.key] == nil {
				s.Required = append(s.Required, m.key)
			}
			s.Properties[m.key] = shapeOf(m.value, levels-1)
		}
		return s
	}
	all, _ := elements(string(value))
	for i, raw := range all {
		one := shapeOf(raw, levels-1)
		if i > 0 {
			one = either(s.Items, one)
		}
		s.Items = one
	}
	return s
}

// either describes the values of two shapes, so that an object has the keys of both, and must have those of each.
func either(a, b *shape) *shape {
	switch {
	case a == nil || b == nil: // a list without elements
		return cmp.Or(a, b)
	case a.Type != b.Type:
		return &shape{}
	}
	both := &shape{Type: a.Type, Items: either(a.Items, b.Items), Properties: maps.Clone(a.Properties)}
	for key, p := range b.Properties {
		both.Properties[key] = either(both.Properties[key], p)
	}
	for _, key := range a.Required {
		if slices.Contains(b.Required, key) {
			both.Required = append(both.Required, key)
		}
	}
	return both
}
