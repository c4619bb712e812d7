package router

import (
	"encoding/json"
	"math/big"
	"strings"
)

// Compare orders any two JSON values: numbers come before true, false and null, these before objects, lists and texts
// (G6). Numbers go by value, other values of one kind by their letters, an object or a list by its size first.
func Compare(a, b any) int {
	if d := rank(a) - rank(b); d != 0 {
		return d
	}
	switch a := a.(type) {
	case json.Number:
		return number(a).Cmp(number(b.(json.Number)))
	case string:
		return strings.Compare(a, b.(string))
	case map[string]any:
		if d := len(a) - len(b.(map[string]any)); d != 0 {
			return d
		}
	}
	return strings.Compare(spelled(a), spelled(b))
}

func rank(v any) int {
	switch v.(type) {
	case json.Number:
		return 0
	case map[string]any:
		return 2
	case []any:
		return 3
	case string:
		return 4
	}
	return 1 // true, false, null: atoms, ordered by name
}

// precision is the number of significant bits of a number: integers of 150 digits differ.
const precision = 512

// number returns the value of a JSON number. One with too large an exponent is infinite, or zero.
func number(n json.Number) *big.Float {
	f, _, err := big.ParseFloat(string(n), 10, precision, big.ToNearestEven)
	switch {
	case err == nil:
		return f
	case strings.Contains(strings.ToLower(string(n)), "e-"):
		return new(big.Float)
	}
	return new(big.Float).SetInf(strings.HasPrefix(string(n), "-"))
}

func spelled(v any) string {
	if v == nil {
		return "nil"
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(raw)
}
