package faults

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Words for the first place at which a value differs from the expected one.
const (
	whatOneOf   = "one of several" // the expected value is the list of all
	whatLost    = "lost members"   // keys or elements
	whatAdded   = "added members"
	whatKeys    = "other keys"
	whatBlanks  = "blanks in text"
	whatText    = "other text"
	whatKept    = "kept as text" // a number or a word that the library reads
	whatNothing = "null for nothing"
	whatKind    = "other kind"
	whatNumber  = "other number"
)

// differs says how two values differ that are not equal.
func differs(got, want any) string {
	if list, ok := want.([]any); ok && slices.ContainsFunc(list, func(e any) bool { return jsonvalue.Equal(e, got) }) {
		return whatOneOf
	}
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			return differsInMembers(g, w)
		}
	case []any:
		if g, ok := got.([]any); ok {
			return differsInElements(g, w)
		}
	case string:
		if g, ok := got.(string); ok {
			return differsInText(g, w)
		}
		if got == nil && w == "" {
			return whatNothing
		}
	case json.Number:
		if _, ok := got.(json.Number); ok {
			return whatNumber
		}
	}
	if _, ok := got.(string); ok {
		return whatKept
	}
	return whatKind
}

func differsInMembers(got, want map[string]any) string {
	lost, added := missing(got, want), missing(want, got)
	switch {
	case lost && added:
		return whatKeys
	case lost:
		return whatLost
	case added:
		return whatAdded
	}
	for _, k := range slices.Sorted(maps.Keys(want)) {
		if !jsonvalue.Equal(got[k], want[k]) {
			return differs(got[k], want[k])
		}
	}
	return ""
}

// missing reports whether some key of all is not in m.
func missing(m, all map[string]any) bool {
	for k := range all {
		if _, ok := m[k]; !ok {
			return true
		}
	}
	return false
}

func differsInElements(got, want []any) string {
	switch {
	case len(got) < len(want):
		return whatLost
	case len(got) > len(want):
		return whatAdded
	}
	for i, w := range want {
		if !jsonvalue.Equal(got[i], w) {
			return differs(got[i], w)
		}
	}
	return ""
}

func differsInText(got, want string) string {
	if slices.Equal(strings.Fields(got), strings.Fields(want)) {
		return whatBlanks
	}
	return whatText
}
