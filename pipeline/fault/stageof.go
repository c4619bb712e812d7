package fault

import (
	"encoding/json"
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

// inferred returns the schema of an object with these keys and types of values; empty: the text is no object.
func inferred(text string) string {
	all, ok := members(strings.TrimSpace(text))
	if !ok {
		return ""
	}
	s := struct {
		Type       string                     `json:"type"`
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}{"object", map[string]json.RawMessage{}, []string{}}
	for _, m := range all {
		s.Required = append(s.Required, m.key)
		s.Properties[m.key] = json.RawMessage(`{"type": "` + typeOf(m.value) + `"}`)
	}
	schema, err := json.Marshal(s)
	if err != nil {
		return ""
	}
	return string(schema)
}

// typeOf returns a JSON value's type, in the words of JSON Schema.
func typeOf(value json.RawMessage) string {
	switch value[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// isStructured reports whether a text is a JSON object or list.
func isStructured(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.IndexByte("{[", text[0]) >= 0 && isJSON(text)
}
