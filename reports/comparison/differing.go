package comparison

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// firstDiffering returns the first call that was decided differently, with what was decided; if there is none, the
// first one that was answered in other words. All are empty if nothing differs, or a file has no calls.
func firstDiffering(a, b []rows.Answer) (path, decidedA, decidedB string) {
	const none = "no such call"
	if len(a) == 0 || len(b) == 0 {
		return "", "", ""
	}
	for _, x := range a {
		j := slices.IndexFunc(b, func(y rows.Answer) bool { return y.Path == x.Path })
		if j < 0 {
			return x.Path, told(x), none
		}
		if y := b[j]; told(x) != told(y) {
			decidedA, decidedB = decided(x, y)
			return x.Path, decidedA, decidedB
		} else if path == "" && x.Digest != y.Digest {
			path = x.Path
		}
	}
	for _, y := range b {
		if !slices.ContainsFunc(a, func(x rows.Answer) bool { return x.Path == y.Path }) {
			return y.Path, none, told(y)
		}
	}
	return path, "", ""
}

// told says what came of a call.
func told(a rows.Answer) string {
	switch {
	case a.Failure != "":
		return a.Failure
	case a.Decision != "":
		return a.Decision
	}
	return "a text"
}

// mostDecided is how much of a decision is told, in code points.
const mostDecided = 60

// decided returns what two answers to one call decided: of two JSON objects the values of the first key, by name, that
// differ.
func decided(a, b rows.Answer) (ofA, ofB string) {
	ofA, ofB = told(a), told(b)
	var x, y map[string]json.RawMessage
	if json.Unmarshal([]byte(a.Decision), &x) == nil && json.Unmarshal([]byte(b.Decision), &y) == nil {
		for _, key := range slices.Sorted(maps.Keys(x)) {
			if string(x[key]) != string(y[key]) {
				ofA, ofB = value(x[key]), value(y[key])
				break
			}
		}
	}
	return printable.Clip(ofA, mostDecided), printable.Clip(ofB, mostDecided)
}

// value prints a JSON value: a string as its text.
func value(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil && text != "" {
		return text
	}
	return string(raw)
}
