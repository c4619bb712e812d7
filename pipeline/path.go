package pipeline

import "strings"

// DecisionOf returns the path shared by all requests for one decision: that of a call, without its #n.
func DecisionOf(path string) string {
	decision, _, _ := strings.Cut(path, "#")
	return decision
}
