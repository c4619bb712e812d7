package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"slices"
	"strings"
)

// Parse parses exactly one JSON value, in the types of encoding/json with numbers as json.Number. Text after the value
// is an error.
func Parse(text []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON value")
	}
	return v, nil
}

// Equal reports whether two values of Parse are equal: lists in order, maps in any order of their keys, and numbers by
// value, without rounding, in any spelling.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && equalNumbers(string(a), string(b))
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, Equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && len(a) == len(b) && hasAll(b, a, Equal)
	}
	return a == b // null, a boolean or a text; a list or a map differs from these
}

// Contains reports whether a value has everything in want: the keys of its maps, at any depth; lists have the same
// length, and all else is equal.
func Contains(got, want any) bool {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		return ok && hasAll(g, w, Contains)
	case []any:
		g, ok := got.([]any)
		return ok && slices.EqualFunc(g, w, Contains)
	}
	return Equal(got, want)
}

func hasAll(m, part map[string]any, same func(got, want any) bool) bool {
	for k, want := range part {
		if got, ok := m[k]; !ok || !same(got, want) {
			return false
		}
	}
	return true
}

func equalNumbers(a, b string) bool {
	if a == b {
		return true
	}
	x, okX := parseDecimal(a)
	y, okY := parseDecimal(b)
	return okX && okY && x.negative == y.negative && x.digits == y.digits && x.exponent.Cmp(y.exponent) == 0
}

// maxExponent is the length from which a number's exponent is not parsed: such a number equals only its own spelling.
// Parsing takes quadratic time.
const maxExponent = 1000

// decimal is a number as ±digits·10^exponent. The digits neither begin nor end with 0; zero has no digits and no sign.
// No exponent makes it large.
type decimal struct {
	negative bool
	digits   string
	exponent *big.Int
}

// parseDecimal parses a JSON number; ok is false if its exponent is too long.
func parseDecimal(s string) (d decimal, ok bool) {
	s, negative := strings.CutPrefix(s, "-")
	exponent := new(big.Int)
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		if len(s)-i > maxExponent {
			return decimal{}, false
		}
		exponent.SetString(s[i+1:], 10)
		s = s[:i]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	all := strings.TrimLeft(whole+fraction, "0")
	digits := strings.TrimRight(all, "0")
	if digits == "" {
		return decimal{exponent: new(big.Int)}, true
	}
	exponent.Add(exponent, big.NewInt(int64(len(all)-len(digits)-len(fraction))))
	return decimal{negative, digits, exponent}, true
}
