package skills

import (
	"strings"
)

const bom = "\uFEFF"

// cutLine returns the first line of text without its ending, and the rest.
func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return line, rest
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// clip shortens a text from a file for one line of a report.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return cut(s, 60)
}

// cut shortens s to at most n characters, with an ellipsis.
func cut(s string, n int) string {
	seen := 0
	end := 0 // of the first n-1 characters
	for i := range s {
		if seen == n-1 {
			end = i
		}
		if seen++; seen > n {
			return s[:end] + "…"
		}
	}
	return s
}
