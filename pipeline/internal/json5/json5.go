// Package json5 reads JSON5: JSON as people write it, with comments, unquoted keys, single quotes, trailing commas, and
// JavaScript's numbers.
package json5

import "encoding/json"

// Parse parses one value: nil, a bool, float64, string, []any or map[string]any. Of two members with one key the last
// counts. An error names its byte.
func Parse(text string) (any, error) {
	v, err := parse(text)
	if err != nil {
		return nil, err
	}
	return plain(v), nil
}

// JSON rewrites one value as JSON: keys stay in order, even repeated ones, and integers stay integers. Infinity and NaN
// are errors.
func JSON(text string) (json.RawMessage, error) {
	v, err := parse(text)
	if err != nil {
		return nil, err
	}
	return appendJSON(make([]byte, 0, len(text)), v)
}
