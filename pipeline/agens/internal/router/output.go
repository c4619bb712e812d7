// Package router interprets a node's answer: the declared outputs and their schema, conditions on them, and the
// instructions for the thread's next move (G5, G6).
package router

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The types of outputs.
const (
	TypeInt    = "int"
	TypeBool   = "bool"
	TypeString = "string"
	TypeEnum   = "enum"
)

// Output is a required value of a node's answer.
type Output struct {
	Key         string  `json:"key" strict:"required"`  // the name of the value in the answer
	Type        string  `json:"type" strict:"required"` // the type of the value
	Description *string `json:"description"`            // what the value means, as the model reads it
	Meta        Meta    `json:"meta"`                   // which values are allowed
}

// Meta bounds the values of an output.
type Meta struct {
	Min     *json.Number `json:"min"`     // the least value of an int
	Max     *json.Number `json:"max"`     // the greatest value of an int
	Choices []string     `json:"choices"` // the values that an enum may have
}

// Value is an output with its value in an answer, in the types of jsonvalue.Parse; nil if that is null, or missing.
type Value struct {
	Output
	Value any
}

// Properties returns the JSON Schemas of outputs by key; of two with one key the last one counts (G5). The error is
// about an unknown type.
func Properties(outputs []Output) (map[string]any, error) {
	all := map[string]any{}
	for _, o := range outputs {
		field, err := o.schema()
		if err != nil {
			return nil, err
		}
		all[o.Key] = field
	}
	return all, nil
}

func (o Output) schema() (map[string]any, error) {
	field := map[string]any{"description": nil, "title": "outputs." + o.Key}
	if o.Description != nil {
		field["description"] = *o.Description
	}
	switch o.Type {
	case TypeInt:
		field["type"] = "integer"
		if o.Meta.Min != nil {
			field["minimum"] = *o.Meta.Min
		}
		if o.Meta.Max != nil {
			field["maximum"] = *o.Meta.Max
		}
	case TypeBool:
		field["type"] = "boolean"
	case TypeString:
		field["type"] = "string"
	case TypeEnum:
		field["type"], field["enum"] = "string", append([]string{}, o.Meta.Choices...)
	default:
		return nil, fmt.Errorf("output %s: unknown type %q (there are %s, %s, %s, %s)", o.Key, o.Type, TypeInt,
			TypeBool, TypeString, TypeEnum)
	}
	return field, nil
}

// Object returns the schema of an object with exactly these properties, all required.
func Object(properties map[string]any) map[string]any {
	return map[string]any{
		"type": "object", "properties": properties, "additionalProperties": false,
		"required": keys(properties),
	}
}

// keys returns those of an object, sorted; an empty list if there are none.
func keys(properties map[string]any) []string {
	return append([]string{}, slices.Sorted(maps.Keys(properties))...)
}

// Wants returns what a value of the output must be if this one is not; empty: it is. Null always is (G6).
func (o Output) Wants(v any) string {
	switch {
	case v == nil:
		return ""
	case o.Type == TypeBool:
		if _, ok := v.(bool); !ok {
			return "true or false"
		}
	case o.Type == TypeInt:
		return o.Meta.wants(v)
	case o.Type == TypeEnum:
		if text, ok := v.(string); !ok || !slices.Contains(o.Meta.Choices, text) {
			return "one of " + strings.Join(o.Meta.Choices, ", ")
		}
	default:
		if _, ok := v.(string); !ok {
			return "a string"
		}
	}
	return ""
}

// wants is Output.Wants of an int.
func (m Meta) wants(v any) string {
	n, ok := v.(json.Number)
	switch {
	case !ok || !number(n).IsInt():
		return "a whole number"
	case m.Min != nil && Compare(n, *m.Min) < 0:
		return "a number from " + string(*m.Min) + " on"
	case m.Max != nil && Compare(n, *m.Max) > 0:
		return "a number up to " + string(*m.Max)
	}
	return ""
}
