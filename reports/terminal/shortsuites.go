package terminal

import (
	"fmt"
	"io"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
)

// mostSuites is how many suites, or systems, have a line each at a glance.
const mostSuites = 10

// shortSuites prints a line for each suite; where there are too many, one for each system.
func shortSuites(w io.Writer, width int, system func(suite string) string, o *overview.Overview) error {
	titles, suites := cells.Suites(), o.Suites
	if len(suites) > mostSuites {
		titles[0] = fmt.Sprintf("system of %d suites", len(suites))
		suites = bySystem(suites, system)
	}
	return errorsOrLine(w, writeSummaries(w, width, titles, suites, o))
}

// bySystem sums up suites by what they run on, in the order of the run. Folders of goldens that are no suite's stand
// last, and what there is no room for is one line.
func bySystem(suites []overview.Suite, system func(suite string) string) []overview.Suite {
	var all []overview.Suite
	none := overview.Suite{Name: "no suite"}
	for i := range suites {
		of := &none
		if name := system(suites[i].Name); name != "" {
			at := slices.IndexFunc(all, func(o overview.Suite) bool { return o.Name == name })
			if at < 0 {
				at = len(all)
				all = append(all, overview.Suite{Name: name})
			}
			of = &all[at]
		}
		of.Summary.Merge(&suites[i].Summary)
	}
	if none.Summary.Prompts.Differ()+none.Summary.Forms > 0 {
		all = append(all, none)
	}
	if len(all) > mostSuites {
		rest := &all[mostSuites-1]
		for _, other := range all[mostSuites:] {
			rest.Summary.Merge(&other.Summary)
		}
		rest.Name = fmt.Sprintf("%d others", len(all)-mostSuites+1)
		all = all[:mostSuites]
	}
	return slices.Clip(all)
}
