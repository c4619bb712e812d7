package catalogue

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// object returns v as an object in JavaScript's sense: also a list, which has none of the keys in use.
func object(v any) (map[string]any, bool) {
	if _, ok := v.([]any); ok {
		return nil, true
	}
	m, ok := v.(map[string]any)
	return m, ok
}

// value returns the value of a key if it is of the type.
func value[T any](m map[string]any, key string) *T {
	if v, ok := m[key].(T); ok {
		return &v
	}
	return nil
}

// list reads a list, or a text with commas, and drops blank texts.
func list(v any) []string {
	var items []string
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			items = append(items, text(item))
		}
	case string:
		items = strings.Split(v, ",")
	}
	all := []string{}
	for _, item := range items {
		if item = jstext.Trim(item); item != "" {
			all = append(all, item)
		}
	}
	return all
}

// text is JavaScript's String(v).
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return jstext.FormatNumber(v)
	case bool:
		if v {
			return "true"
		}
		return "false"
	case []any:
		var items []string
		for _, item := range v {
			if item == nil {
				items = append(items, "")
				continue
			}
			items = append(items, text(item))
		}
		return strings.Join(items, ",")
	case nil:
		return "null"
	}
	return "[object Object]"
}

// said returns the text of a key; empty if it is none.
func said(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}
