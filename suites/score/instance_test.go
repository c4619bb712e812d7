package score

import (
	"encoding/json"
	"testing"
)

// The instance of a schema fits it, and is the same each time.
func TestInstance(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		{"enum first", `{"type": "object", "properties": {"lane": {"enum": ["chat", "repair"]},
			"topics": {"type": "array", "items": {"type": "string"}}, "note": {"type": "string"}},
			"required": ["lane", "topics"], "additionalProperties": false}`, `{"lane":"chat","topics":["example"]}`},
		{"nothing is required", `{"properties": {"a": {"type": "integer"}, "b": {"type": "boolean"}}}`, `{"a":1,"b":true}`},
		{"limits", `{"type": "array", "minItems": 2, "items": {"type": "number", "minimum": 0.5, "maximum": 0.9}}`,
			`[0.5,0.5]`},
		{"exclusive limits", `{"type": "integer", "exclusiveMinimum": 4}`, `5`},
		{"an upper limit", `{"type": "integer", "maximum": -3}`, `-3`},
		{"multiples", `{"type": "integer", "minimum": 7, "multipleOf": 5}`, `10`},
		{"lengths", `{"type": "string", "minLength": 9, "maxLength": 10}`, `"exampleee"`},
		{"a short text", `{"type": "string", "maxLength": 3}`, `"exa"`},
		{"a pattern", `{"type": "string", "pattern": "^[A-Z]{2}-\\d+(x|y)$"}`, `"AA-1x"`},
		{"a format", `{"type": "string", "format": "date-time"}`, `"2026-01-05T09:00:00Z"`},
		{"a constant", `{"properties": {"kind": {"const": "plan"}}, "required": ["kind"]}`, `{"kind":"plan"}`},
		{"references", `{"$ref": "#/$defs/plan", "$defs": {"plan": {"type": "object", "required": ["steps"],
			"properties": {"steps": {"type": "array", "items": {"$ref": "#/$defs/step"}}}},
			"step": {"type": "object", "properties": {"do": {"type": "string"}}, "required": ["do"]}}}`,
			`{"steps":[{"do":"example"}]}`},
		{"all of", `{"allOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]},
			{"properties": {"b": {"type": "null"}}, "required": ["b"]}]}`, `{"a":"example","b":null}`},
		{"the first alternative", `{"anyOf": [{"type": "string"}, {"type": "null"}]}`, `"example"`},
		{"the second alternative", `{"type": "object", "required": ["a"], "properties": {"a": {"oneOf": [
			{"type": "string", "not": {}}, {"type": "integer"}]}}}`, `{"a":1}`},
		{"unknown keywords", `{"type": "string", "nullable": true}`, `"example"`},
		{"true", `true`, `"example"`},
	} {
		got, ok := Instance(json.RawMessage(tt.schema))
		if !ok || string(got) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, ok, tt.want)
		}
	}
}

// A schema that refers to itself, a wide one, one that nothing fits, and a text that is none come to an end.
func TestInstanceEnds(t *testing.T) {
	tree := `{"$ref": "#/$defs/n", "$defs": {"n": {"type": "object", "required": ["a", "b"], "properties": {
		"a": {"type": "array", "items": {"$ref": "#/$defs/n"}}, "b": {"type": "array", "items": {"$ref": "#/$defs/n"}}}}}}`
	if got, ok := Instance(json.RawMessage(tree)); !ok || len(got) == 0 {
		t.Errorf("a tree: %.80s, %v", got, ok)
	}
	for name, schema := range map[string]string{
		"itself":        `{"$ref": "#"}`,
		"without end":   `{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}`,
		"nothing fits":  `{"type": "string", "enum": [1]}`,
		"no schema":     `{"type": "text"}`,
		"no JSON":       `{`,
		"another file":  `{"$ref": "file:///etc/passwd"}`,
		"a huge number": `{"minimum": 1e999999999}`,
	} {
		if got, ok := Instance(json.RawMessage(schema)); ok {
			t.Errorf("%s: %s", name, got)
		}
	}
}
