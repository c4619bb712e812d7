package wire

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// jsonFormat is the format of a request for any JSON.
const jsonFormat = `"json"`

// Types of a format in the bodies of all forms but ollama.
const (
	objectFormat = "json_object"
	schemaFormat = "json_schema"
)

// text is a string that a body spells as the prompt does: encoding/json alone would escape U+2028 and U+2029.
type text string

// MarshalJSON implements json.Marshaler.
func (t text) MarshalJSON() ([]byte, error) { return jsonvalue.AppendString(nil, string(t)), nil }

// valueOf returns the text, empty for null.
func valueOf(t *text) text {
	if t == nil {
		return ""
	}
	return *t
}

// encode returns indented JSON without a final newline. In existing JSON it changes only blanks.
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

// encodeCompact is encode without blanks between tokens.
func encodeCompact(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decode reads one JSON value; raw JSON in it loses its blanks. Keys unknown to v are skipped.
func decode(body []byte, v any) error {
	compact, err := compacted(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(compact, v)
}

// decodeStrict is decode with an error for keys unknown to v.
func decodeStrict(body []byte, v any) error {
	compact, err := compacted(body)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(compact))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// compacted returns one JSON value without blanks. The bytes come from outside, so invalid UTF-8 is repaired.
func compacted(body []byte) ([]byte, error) {
	repaired, _ := pipeline.Repair(string(body))
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(repaired)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// objectOf returns a tool call's arguments for a form with objects: the model's own bytes, or for anything but a JSON
// object its text under the key _raw. An object that looks like such a wrapper is wrapped too.
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

// isObject rejects objects nested deeper than the project reads: their indented size would be quadratic.
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

// unwrap recognizes a wrapper by its bytes: those that wrap returns, blanks aside.
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
