// This file writes values as Python would: Alfred's original program is in Python, and some of its prompts show values
// in that spelling.

package record

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/pyrepr"
)

// Str is str(v) of a value of package record.
func Str(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return Repr(v)
}

// Repr is repr(v) of a value of package record.
func Repr(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case json.Number:
		return pyrepr.Number(v.String(), "inf")
	case string:
		return pyrepr.Quote(v)
	case []any:
		all := make([]string, len(v))
		for i, e := range v {
			all[i] = Repr(e)
		}
		return "[" + strings.Join(all, ", ") + "]"
	case *Object:
		var all []string
		for key, e := range v.All() {
			all = append(all, pyrepr.Quote(key)+": "+Repr(e))
		}
		return "{" + strings.Join(all, ", ") + "}"
	}
	return fmt.Sprint(v)
}
