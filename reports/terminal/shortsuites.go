package terminal

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// mostSuites is how many suites, or systems, have a line each in the short report.
const mostSuites = 10

// shortSuites prints a line for each suite; if there are too many, one for each system.
func shortSuites(w io.Writer, width int, system func(suite string) string, o *overview.Overview) error {
	titles, suites := cells.Suites(), o.Suites
	if len(suites) > mostSuites {
		titles[0] = fmt.Sprintf("system of %d suites", len(suites))
		suites = bySystem(suites, system)
	}
	return errorsOrLine(w, writeSummaries(w, width, titles, suites, o))
}

// bySystem sums up suites by system, in the order of the run. Folders of goldens without a suite come last, and surplus
// systems share one line.
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

// mostNews is how many suites with news are named, of each kind; on a terminal those that fit into a row.
const mostNews = 5

// newsOfSuites returns a line that names the suites with news, with their numbers of prompts or cases. A single one is
// not named: the verdict covers it.
func newsOfSuites(suites []overview.Suite, width int) []string {
	if len(suites) < 2 {
		return nil
	}
	changed := withNews(suites, func(s *overview.Summary) int { return s.Prompts.Differ() + s.Forms })
	failed := withNews(suites, func(s *overview.Summary) int { return s.Failed })
	line, of := "", " of "+wording.Number(len(suites), "suite")
	if n := len(failed); n > 0 {
		line = namedSuites(strconv.Itoa(n)+of+wording.Plural(n, " fails: ", " fail: "), failed, numberOfCases, width)
		of = ""
	}
	if n := len(changed); n > 0 {
		if line != "" {
			line += "; "
		}
		line = namedSuites(line+strconv.Itoa(n)+of+" changed: ", changed, numberOfChanges, width)
	}
	return []string{line}
}

// numberOfCases returns the number of failed cases of a suite.
func numberOfCases(s *overview.Summary) string { return wording.Number(s.Failed, "case") }

// numberOfChanges returns the number of unaccepted prompts of a suite; if there are only forms, their number.
func numberOfChanges(s *overview.Summary) string {
	if n := s.Prompts.Differ(); n > 0 {
		return strconv.Itoa(n)
	}
	return wording.Number(s.Forms, "form")
}

// withNews returns the suites with a count above zero, the largest first.
func withNews(suites []overview.Suite, count func(*overview.Summary) int) []overview.Suite {
	some := slices.DeleteFunc(slices.Clone(suites), func(s overview.Suite) bool { return count(&s.Summary) == 0 })
	slices.SortStableFunc(some, func(a, b overview.Suite) int {
		return cmp.Compare(count(&b.Summary), count(&a.Summary))
	})
	return some
}

// namedSuites appends suites with their counts to a line, as many as fit into a row.
func namedSuites(line string, suites []overview.Suite, number func(*overview.Summary) string, width int) string {
	for n := min(len(suites), mostNews); ; n-- {
		var names []string
		for i := range suites[:n] {
			names = append(names, printable.Line(suites[i].Name)+" "+number(&suites[i].Summary))
		}
		text := line + strings.Join(names, ", ")
		if more := len(suites) - n; more > 0 {
			text += fmt.Sprintf(" and %d more (--full)", more)
		}
		if n == 1 || width == 0 || printable.Width(text) <= width {
			return text
		}
	}
}
