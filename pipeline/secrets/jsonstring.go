package secrets

import (
	"encoding/json"
	"strings"
)

// asJSON is a text as a string of JSON.
func asJSON(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(text) != nil { // no text does that
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
