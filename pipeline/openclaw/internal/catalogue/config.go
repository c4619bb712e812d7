package catalogue

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// configured reports whether the configuration has a value at a path such as browser.enabled that is neither false nor
// 0 nor a blank text. Two switches of the browser default to on.
func (s Settings) configured(at string) bool {
	var v any = s.Config
	found := true
	for part := range strings.SplitSeq(at, ".") {
		if part == "" {
			continue
		}
		m, isMap := v.(map[string]any)
		if v, found = m[part]; !isMap || !found {
			return at == "browser.enabled" || at == "browser.evaluateEnabled"
		}
	}
	return truthy(v)
}

func truthy(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return !jstext.Blank(v)
	case json.Number:
		return jstext.ParseNumber(v.String()) != 0
	case float64:
		return v != 0
	}
	return true
}
