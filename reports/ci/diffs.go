package ci

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// Limits for diffs in a report.
const (
	mostDiffs = 1000 // calls of a run; all of their diffs are in memory at once
	mostDiff  = 2000 // bytes of a call
)

// editedPaths returns the calls of a case whose edits are among the causes.
func editedPaths(c *rows.Case) map[string]bool {
	told := map[string]bool{}
	for i := range c.Edits {
		told[c.Edits[i].Path] = true
	}
	return told
}

// diffs returns the diffs of a case, an empty line before each, except of calls whose edits are among the causes.
func diffs(c *rows.Case) []string {
	var lines []string
	told := editedPaths(c)
	for _, change := range c.Differing() {
		if change.Text != "" && !told[change.Path] {
			text := printable.ClipBytes(change.Text, mostDiff)
			lines = append(lines, "", strings.TrimSuffix(text, "\n"))
		}
	}
	if c.Undiffed > 0 {
		const words = "diffs left out: %d; a report has those of the first %d calls"
		lines = append(lines, "", fmt.Sprintf(words, c.Undiffed, mostDiffs))
	}
	return lines
}
