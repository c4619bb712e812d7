package reports

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/result"
)

// mostReasons is how many reasons or parts a page shows of one entry: so many of the longest fit into what a section is
// promised.
const mostReasons = 3

// mdFailing has an entry for each case that failed or could not be run, with the reasons.
type mdFailing struct{ mdSection }

func newMdFailing() *mdFailing {
	return &mdFailing{mdSection{what: "failing cases", head: "### Failing cases\n\n"}}
}

func (s *mdFailing) addCase(c *exportCase) {
	switch result.Status(c.Status) {
	case result.StatusError, result.StatusFailed:
	default:
		return
	}
	reasons := slices.Concat(c.Errors, c.Failures)
	entry := fmt.Sprintf("- **%s** %s\n", c.Status, mdCode(c.Suite+"/"+c.name()))
	for _, r := range reasons[:min(len(reasons), mostReasons)] {
		entry += "  " + mdItem(r)
	}
	if more := len(reasons) - mostReasons; more > 0 {
		entry += fmt.Sprintf("  - … and %d more reasons\n", more)
	}
	s.add(entry)
}
