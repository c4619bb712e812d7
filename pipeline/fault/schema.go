package fault

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// schema is the part of a stage's JSON Schema that says where an answer can be broken.
type schema struct {
	Type       types              `json:"type"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Enum       []json.RawMessage  `json:"enum"`
	Items      *schema            `json:"items"`
	Then       *schema            `json:"then"`
	AnyOf      []schema           `json:"anyOf"` // below Then
}

// schemaOf returns an empty schema if the stage has none, or one of another form.
func schemaOf(st pipeline.Stage) *schema {
	s := &schema{}
	if json.Unmarshal([]byte(st.Schema), s) != nil {
		return &schema{}
	}
	return s
}

// takesAny reports whether any value fits.
func (s *schema) takesAny() bool { return len(s.Type) == 0 && len(s.Enum) == 0 }

// takesNumber reports whether a number fits.
func (s *schema) takesNumber() bool {
	return s.takesAny() || slices.Contains(s.Type, "number") || slices.Contains(s.Type, "integer")
}

// types are those that a value may have. JSON Schema writes a single one without a list.
type types []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *types) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*t = types{one}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(t))
}

// then returns the keys that some answers must have, or have instead of others.
func (s *schema) then() []string {
	if s.Then == nil {
		return nil
	}
	keys := s.Then.Required
	for _, either := range s.Then.AnyOf {
		keys = append(keys[:len(keys):len(keys)], either.Required...)
	}
	return keys
}
