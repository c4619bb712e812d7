package fault

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// schema is the part of a stage's JSON Schema that says where an answer can be broken.
type schema struct {
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
