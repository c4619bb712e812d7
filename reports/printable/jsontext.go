package printable

import (
	"encoding/json"
	"io"
)

// WriteJSON prints a value, indented.
func WriteJSON(w io.Writer, v any) error {
	enc := NewJSONEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// NewJSONEncoder prints values, a line each.
func NewJSONEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
