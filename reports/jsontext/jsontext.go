// Package jsontext prints JSON for other programs: without the escapes that only HTML needs.
package jsontext

import (
	"encoding/json"
	"io"
)

// Write prints a value, indented.
func Write(w io.Writer, v any) error {
	enc := NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// NewEncoder prints values, a line each.
func NewEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
