package router

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Condition compares an output with a value of the case.
type Condition struct {
	Key   string `json:"key" strict:"required"` // the output to compare
	Op    string `json:"op" strict:"required"`  // how it is compared: eq, neq, gt, lt, gte or lte
	Value any    `json:"value"`                 // what it is compared with; a text is converted to the output's type
}

// holds returns the test of an operator on the comparison of an output and the condition's value.
func holds(op string, order int) (holds, known bool) {
	switch op {
	case "eq":
		return order == 0, true
	case "neq":
		return order != 0, true
	case "gt":
		return order > 0, true
	case "lt":
		return order < 0, true
	case "gte":
		return order >= 0, true
	case "lte":
		return order <= 0, true
	}
	return false, false
}

// Check reports whether a condition holds for the first output with its key: without one, and for null, none does (G6).
// The error is about the condition: a text that is no integer in a comparison with an int, or an unknown operator.
func (c Condition) Check(outputs []Value) (bool, error) {
	for _, o := range outputs {
		if o.Key != c.Key {
			continue
		}
		value, err := c.coerced(o.Type)
		if err != nil || o.Value == nil {
			return false, err
		}
		ok, known := holds(c.Op, Compare(o.Value, value))
		if !known {
			return false, fmt.Errorf("condition on %s: unknown op %q (there are eq, neq, gt, lt, gte, lte)", c.Key,
				c.Op)
		}
		return ok, nil
	}
	return false, nil
}

// coerced converts the condition's value to the output's type. A bool is true only for the text true.
func (c Condition) coerced(kind string) (any, error) {
	text, is := c.Value.(string)
	switch {
	case c.Value == nil:
		return nil, nil
	case kind == TypeBool:
		return is && text == "true", nil
	case kind == TypeInt && is:
		n, ok := wholeNumber(text)
		if !ok {
			return nil, fmt.Errorf("condition on %s: %q is no whole number, and the output is an int", c.Key, text)
		}
		return n, nil
	}
	return c.Value, nil
}

// wholeNumber parses a sign and digits, and nothing else.
func wholeNumber(text string) (json.Number, bool) {
	digits := strings.TrimPrefix(text, "-")
	if digits == text {
		digits = strings.TrimPrefix(text, "+")
	}
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", false
	}
	return json.Number(strings.TrimPrefix(text, "+")), true
}
