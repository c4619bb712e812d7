package database

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// equal reports whether two values are equal. A number equals its spelling, and a boolean too: models write both.
func equal(a, b any) bool {
	if x, ok := number(a); ok {
		if y, ok := number(b); ok {
			return jsonvalue.Equal(x, y)
		}
	}
	switch a.(type) {
	case []any, *record.Object:
		return record.Equal(a, b)
	}
	return (a == nil) == (b == nil) && record.Kind(a) != "" && scalar(b) && record.String(a) == record.String(b)
}

func scalar(v any) bool {
	switch v.(type) {
	case []any, *record.Object:
		return false
	}
	return true
}

// number returns a number, or the number that a text spells.
func number(v any) (json.Number, bool) {
	switch v := v.(type) {
	case json.Number:
		return v, true
	case string:
		parsed, err := jsonvalue.Parse([]byte(v))
		n, ok := parsed.(json.Number)
		return n, ok && err == nil
	}
	return "", false
}

// order compares two values: numbers by value, anything else as texts, letters by code point; null comes last in both
// directions.
func order(a, b any, descending bool) int {
	if a == nil || b == nil {
		return cmp.Compare(boolInt(a == nil), boolInt(b == nil))
	}
	c := strings.Compare(record.String(a), record.String(b))
	x, isX := number(a)
	y, isY := number(b)
	if isX && isY {
		c = compareNumbers(x, y)
	}
	if descending {
		return -c
	}
	return c
}

// compareNumbers compares by value in double precision; an overflow is infinite.
func compareNumbers(a, b json.Number) int {
	var f [2]float64
	for i, n := range []json.Number{a, b} {
		f[i], _ = strconv.ParseFloat(string(n), 64)
	}
	return slices.Compare(f[:1], f[1:])
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
