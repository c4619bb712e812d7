package history

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// stringified returns the length of a call's arguments as the program spells them, JSON.stringify of the parsed value:
// no blanks, the last of two equal keys, JavaScript's numbers, minimal escapes. Invalid JSON counts as it is. Lengths
// are units of UTF-16.
func stringified(arguments string) int {
	dec := json.NewDecoder(strings.NewReader(arguments))
	dec.UseNumber() // one too large for a float64 is an infinity in JavaScript, not an error
	var v any
	if dec.Decode(&v) != nil {
		return jstext.Len(arguments)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return jstext.Len(arguments)
	}
	return lengthOf(v)
}

func lengthOf(v any) int {
	switch v := v.(type) {
	case map[string]any:
		n := brackets(len(v))
		for key, value := range v {
			n += lengthOfString(key) + len(":") + lengthOf(value)
		}
		return n
	case []any:
		n := brackets(len(v))
		for _, value := range v {
			n += lengthOf(value)
		}
		return n
	case string:
		return lengthOfString(v)
	case json.Number:
		return lengthOfNumber(v)
	case bool:
		return len(strconv.FormatBool(v))
	}
	return len("null")
}

// brackets returns the length of the brackets and commas of a value with n members.
func brackets(n int) int { return len("[]") + max(0, n-1) }

// lengthOfString returns the length of a string with its quotes.
func lengthOfString(s string) int {
	n := len(`""`) + jstext.Len(s)
	for _, r := range s {
		switch {
		case r == '"', r == '\\', r >= '\b' && r <= '\r' && r != '\v':
			n += len(`\`)
		case r < ' ':
			n += len(`\u000`)
		}
	}
	return n
}

// lengthOfNumber returns the length of a number; an infinity is spelt null.
func lengthOfNumber(n json.Number) int {
	f, _ := strconv.ParseFloat(n.String(), 64) // its only error is an overflow, which gives an infinity
	if math.IsInf(f, 0) {
		return len("null")
	}
	return len(jstext.FormatNumber(f))
}
