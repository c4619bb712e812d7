package secrets

import (
	"encoding/json"
	"strings"
)

// asJSON returns a text as a JSON string.
func asJSON(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(text) != nil { // never for a text
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
