package reply

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// maxDepth is the maximum nesting depth of a value.
const maxDepth = 1000

// ErrKeyTwice is wrapped by the error of Read if a duplicate key is the only fault of a JSON value.
var ErrKeyTwice = errors.New("twice in one object")

// valid returns why raw is not one acceptable JSON value.
func valid(raw []byte) error {
	if !utf8.Valid(raw) {
		return errors.New("not UTF-8")
	}
	if !json.Valid(raw) {
		var v json.RawMessage
		return json.Unmarshal(raw, &v)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return checkKeys(dec, 0)
}

// checkKeys reads one value of valid JSON and returns an error for a duplicate key in an object, however it is escaped.
func checkKeys(dec *json.Decoder, depth int) error {
	tok, err := dec.Token()
	open, nested := tok.(json.Delim)
	if err != nil || !nested {
		return err
	}
	if depth == maxDepth {
		return fmt.Errorf("nested deeper than %d", maxDepth)
	}
	seen := map[string]bool{}
	for dec.More() {
		if open == '{' {
			tok, err := dec.Token()
			if err != nil {
				return err
			}
			key := tok.(string) // encoding/json returns only strings there
			if seen[key] {
				return fmt.Errorf("key %q %w", key, ErrKeyTwice)
			}
			seen[key] = true
		}
		if err := checkKeys(dec, depth+1); err != nil {
			return err
		}
	}
	_, err = dec.Token() // the closing bracket
	return err
}
