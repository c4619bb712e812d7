package record

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Kind returns the Python name of a value's type: dict, list, str, int, float, bool, NoneType.
func Kind(v any) string {
	switch v := v.(type) {
	case *Object:
		return "dict"
	case []any:
		return "list"
	case string:
		return "str"
	case bool:
		return "bool"
	case json.Number:
		if strings.ContainsAny(string(v), ".eE") {
			return "float"
		}
		return "int"
	}
	return "NoneType"
}

// Truthy reports whether a value is true in Python: not null, false, zero, or empty.
func Truthy(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case string:
		return v != ""
	case json.Number:
		return !jsonvalue.Equal(v, json.Number("0"))
	case []any:
		return len(v) > 0
	case *Object:
		return v.Len() > 0
	}
	return false
}

// Equal reports whether two values are equal: objects in any order of their keys, numbers by value.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, Equal)
	case *Object:
		b, ok := b.(*Object)
		if !ok || a.Len() != b.Len() {
			return false
		}
		for k, v := range a.All() {
			if !b.Has(k) || !Equal(v, b.Get(k)) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case []any, *Object:
		return false
	}
	return jsonvalue.Equal(a, b)
}
