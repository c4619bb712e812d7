package beaver

import (
	"slices"
	"strings"
	"unicode"
)

// candidate is a skill that retrieval found for a run. Its JSON is in the trace.
type candidate struct {
	Name  string `json:"name"`
	Rank  int    `json:"rank"`  // from 1
	Score int    `json:"score"` // in units of 1e-6; 0: nothing in common with the query

	// Via are the words through which a translation found it, as 上传→upload.
	Via   []string `json:"via,omitempty"`
	skill *skill
}

// named returns the candidates with these names, in the order of the names.
func named(candidates []candidate, names []string) []candidate {
	var out []candidate
	for _, n := range names {
		if i := slices.IndexFunc(candidates, func(c candidate) bool { return c.Name == n }); i >= 0 {
			out = append(out, candidates[i])
		}
	}
	return out
}

// bodyOf returns a skill's body without leading blank lines and trailing white space. The first line keeps its indent:
// it may be code.
func bodyOf(s *skill) string {
	body := strings.TrimRightFunc(s.Body, unicode.IsSpace)
	for {
		line, rest, more := strings.Cut(body, "\n")
		if !more || !isBlank(line) {
			return body
		}
		body = rest
	}
}

// withoutPinned returns the candidates that are not active already (D-0).
func withoutPinned(candidates []candidate, pinned []*skill) []candidate {
	return slices.DeleteFunc(candidates, func(c candidate) bool { return containsSkill(pinned, c.Name) })
}

func containsSkill(list []*skill, name string) bool {
	for _, s := range list {
		if s.Name == name {
			return true
		}
	}
	return false
}
