package wire

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// jsonFormat is a request's format where any JSON will do.
const jsonFormat = `"json"`

// The types of a format in the bodies of every form but ollama.
const (
	objectFormat = "json_object"
	schemaFormat = "json_schema"
)

// text is a string that a body shows as the prompt has it: encoding/json alone would escape U+2028 and U+2029.
type text string

// MarshalJSON implements json.Marshaler.
func (t text) MarshalJSON() ([]byte, error) { return jsonvalue.AppendString(nil, string(t)), nil }

// valueOf is empty for null.
func valueOf(t *text) text {
	if t == nil {
		return ""
	}
	return *t
}

// encode is indented JSON without a newline at its end. Of JSON that is there already it changes only blanks.
func encode(v any) ([]byte, error) {
	compact, err := encodeCompact(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, compact, "", "  "); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// encodeCompact is encode without blanks between the tokens.
func encodeCompact(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decode reads one JSON value; raw JSON in it loses its blanks. Keys that v does not have are skipped.
func decode(body []byte, v any) error {
	compact, err := compacted(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(compact, v)
}

// decodeStrict is decode where a key that v does not have is an error.
func decodeStrict(body []byte, v any) error {
	compact, err := compacted(body)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(compact))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// compacted is one JSON value without blanks. Bytes come from outside, so that what is not UTF-8 is repaired.
func compacted(body []byte) ([]byte, error) {
	repaired, _ := pipeline.Repair(string(body))
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(repaired)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// objectOf is a tool call's arguments for a form that has them as an object: the model's own bytes, and for what is no
// JSON object its text under the key _raw. An object that reads like such a wrapper is wrapped too.
func objectOf(arguments string) json.RawMessage {
	raw := []byte(strings.Trim(arguments, " \t\r\n"))
	if _, wrapper := unwrap(raw); wrapper || !isObject(raw) {
		return wrap(arguments)
	}
	return raw
}

// argumentsOf undoes objectOf for an object without blanks.
func argumentsOf(object json.RawMessage) string {
	if s, ok := unwrap(object); ok {
		return s
	}
	return string(object)
}

// isObject is false for what is nested deeper than the project reads: indented, its size would grow with the square.
func isObject(raw []byte) bool {
	if len(raw) == 0 || raw[0] != '{' || !json.Valid(raw) {
		return false
	}
	_, err := jsonvalue.Canonical(raw)
	return err == nil
}

func wrap(s string) json.RawMessage {
	return append(jsonvalue.AppendString([]byte(`{"_raw":`), s), '}')
}

// unwrap knows a wrapper by its bytes: those that wrap gives, blanks aside.
func unwrap(raw json.RawMessage) (string, bool) {
	var w struct {
		Raw string `json:"_raw"`
	}
	compact, err := compacted(raw)
	if err != nil || json.Unmarshal(compact, &w) != nil {
		return "", false
	}
	return w.Raw, bytes.Equal(compact, wrap(w.Raw))
}
