package fault

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// deepest is how many levels of an answer, and references of a schema one after the other, are looked at.
const deepest = 8

// schema is the part of a JSON Schema that says where an answer can be broken.
type schema struct {
	Type       types              `json:"type"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Enum       []json.RawMessage  `json:"enum"`
	Const      json.RawMessage    `json:"const"`
	Items      *schema            `json:"items"`
	Then       *schema            `json:"then"`
	AnyOf      []*schema          `json:"anyOf"`
	OneOf      []*schema          `json:"oneOf"`
	AllOf      []*schema          `json:"allOf"`

	Minimum          json.RawMessage `json:"minimum"`
	Maximum          json.RawMessage `json:"maximum"`
	ExclusiveMinimum json.RawMessage `json:"exclusiveMinimum"`
	ExclusiveMaximum json.RawMessage `json:"exclusiveMaximum"`

	Ref  string             `json:"$ref"`
	Defs map[string]*schema `json:"$defs"`
}

// UnmarshalJSON implements json.Unmarshaler. Of a schema of another form, such as true, nothing is known. A constant
// is an enumeration of one value, and to break a value it does not matter how many alternatives fit it.
func (s *schema) UnmarshalJSON(raw []byte) error {
	type keys schema
	var k keys
	if json.Unmarshal(raw, &k) != nil {
		k = keys{}
	}
	if k.Const != nil {
		k.Enum = append(k.Enum, k.Const)
	}
	k.AnyOf = append(k.AnyOf, k.OneOf...)
	*s = schema(k)
	return nil
}

// schemaOf returns an empty schema if the stage has none, or one of another form.
func schemaOf(st pipeline.Stage) *schema { return parsed(st.Schema) }

// parsed returns a schema whose properties are resolved.
func parsed(text string) *schema {
	s := &schema{}
	if json.Unmarshal([]byte(text), s) != nil {
		return s
	}
	defs := s.Defs
	if s = s.resolved(defs, deepest); s == nil {
		return &schema{}
	}
	for key, p := range s.Properties {
		s.Properties[key] = p.resolved(defs, deepest)
	}
	return s
}

// resolved follows a reference to a definition, and merges alternatives: a value of any of them fits. Definitions may
// refer to each other in a circle, so nothing is known of those that are too deep.
func (s *schema) resolved(defs map[string]*schema, deep int) *schema {
	switch {
	case s == nil || deep == 0:
		return nil
	case s.Ref != "":
		return defs[strings.TrimPrefix(s.Ref, "#/$defs/")].resolved(defs, deep-1)
	case len(s.AllOf) == 1: // a reference with other keys beside it
		return s.AllOf[0].resolved(defs, deep-1)
	case len(s.AnyOf) == 0 || s.Type != nil || s.Enum != nil:
		return s
	}
	var merged schema
	for _, either := range s.AnyOf {
		one := either.resolved(defs, deep-1)
		if one == nil || one.takesAny() {
			return nil
		}
		merged.Type, merged.Enum = append(merged.Type, one.Type...), append(merged.Enum, one.Enum...)
	}
	return &merged
}

// of returns the alternative of a schema that describes a value; nil: none of several does.
func (s *schema) of(value json.RawMessage, defs map[string]*schema, deep int) *schema {
	switch {
	case s == nil || deep == 0:
		return nil
	case s.Ref != "":
		return defs[strings.TrimPrefix(s.Ref, "#/$defs/")].of(value, defs, deep-1)
	case len(s.AllOf) == 1:
		return s.AllOf[0].of(value, defs, deep-1)
	case len(s.AnyOf) == 0 || s.Type != nil:
		return s
	}
	for _, either := range s.AnyOf {
		if one := either.of(value, defs, deep-1); one != nil && one.describes(value) {
			return one
		}
	}
	return nil
}

// describes reports whether a value has the type, the keys and the constants of a schema.
func (s *schema) describes(value json.RawMessage) bool {
	all, _ := members(string(value))
	has := map[string]json.RawMessage{}
	for _, m := range all {
		has[m.key] = m.value
	}
	for _, key := range s.Required {
		if has[key] == nil {
			return false
		}
	}
	for key, p := range s.Properties {
		if v := has[key]; v != nil && p.Const != nil && !sameJSON(string(v), string(p.Const)) {
			return false
		}
	}
	kind := typeOf(bytes.TrimSpace(value))
	return len(s.Type) == 0 || slices.Contains(s.Type, kind) || kind == "number" && s.takesNumber()
}

// takesAny reports whether any value fits.
func (s *schema) takesAny() bool { return len(s.Type) == 0 && len(s.Enum) == 0 }

// takesNumber reports whether a number fits.
func (s *schema) takesNumber() bool {
	return s.takesAny() || slices.Contains(s.Type, "number") || slices.Contains(s.Type, "integer")
}

// outside returns a number that is too large, or else one that is too small; nil: none is.
func (s *schema) outside() json.RawMessage {
	for _, limit := range []json.RawMessage{s.Maximum, s.ExclusiveMaximum} {
		if high := number(limit); high != nil {
			return json.RawMessage(strconv.FormatFloat(*high+1, 'f', -1, 64))
		}
	}
	for _, limit := range []json.RawMessage{s.Minimum, s.ExclusiveMinimum} {
		if low := number(limit); low != nil {
			return json.RawMessage(strconv.FormatFloat(*low-1, 'f', -1, 64))
		}
	}
	return nil
}

// number returns a limit; nil: none, or one of an older draft, which says true or false.
func number(raw json.RawMessage) *float64 {
	var n *float64
	if json.Unmarshal(raw, &n) != nil {
		return nil
	}
	return n
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

func required(part *schema, key string) bool { return slices.Contains(part.Required, key) }

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
