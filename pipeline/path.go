package pipeline

import "strings"

// DecisionOf is the path that all asks for one decision have in common: that of a call, without its #n.
func DecisionOf(path string) string {
	decision, _, _ := strings.Cut(path, "#")
	return decision
}
