package ci

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// mostReasons is how many reasons or parts a page shows of one entry: so many of the longest fit into a section's
// guaranteed size.
const mostReasons = 3

// failingCases has an entry for each case that failed or could not run, with the reasons.
type failingCases struct{ section }

func newFailing() *failingCases {
	return &failingCases{section{what: "failing cases", head: "### Failing cases\n\n"}}
}

func (s *failingCases) addCase(c *rows.Case) {
	switch c.Status {
	case result.StatusError, result.StatusFailed:
	default:
		return
	}
	reasons := slices.Concat(c.ErrorTexts(), c.Failures)
	status := string(c.Status)
	if c.Apart() {
		status = "quarantined"
		reasons = slices.Insert(reasons, 0, "quarantine "+c.Quarantine)
	}
	entry := fmt.Sprintf("- **%s** %s\n", status, code(c.Suite+"/"+c.Name()+c.Nth()))
	for _, r := range reasons[:min(len(reasons), mostReasons)] {
		entry += "  " + item(r)
	}
	if more := len(reasons) - mostReasons; more > 0 {
		entry += fmt.Sprintf("  - … and %d more reasons\n", more)
	}
	s.add(entry)
}
