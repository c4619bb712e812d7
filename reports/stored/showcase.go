package stored

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// NoCaseError says that a run's tables have no case of a name, and names the existing ones.
type NoCaseError struct {
	Run    *Run
	Name   string
	sample int // of a case that the run has; 0: it has none of the name
	near   string
	cases  []string
}

func (e *NoCaseError) Error() string {
	if e.sample > 0 {
		return fmt.Sprintf("run %s has no sample %d of %s", e.Run.Name, e.sample, printable.Line(e.Name))
	}
	text := fmt.Sprintf("run %s has no case %s", e.Run.Name, printable.Line(e.Name))
	if e.near != "" {
		return text + fmt.Sprintf(" (nearest: %s)", printable.Line(e.near))
	}
	if len(e.cases) == 0 {
		return text + ": no suite of it that --suite names has any"
	}
	return text + "; it has: " + printable.Line(wording.Some(e.cases, mostCases))
}

// mostCases is how many cases an error names.
const mostCases = 5

// Case reads a sample of the case with which name begins (its id, or suite/id), in one of some suites, from the tables,
// and returns it with the rest of the name, the path of a call or a place. Ids may hold slashes: the longest match
// wins.
func (r *Run) Case(ctx context.Context, name string, sample int, suites []string) (
	c *rows.Case, rest string, err error) {
	var names []string
	var all []filter.CaseName
	err = eachCaseName(ctx, r.folder, func(suite, id string) {
		if filter.Matches(suites, suite) {
			all = append(all, filter.CaseName{Suite: suite, ID: id})
			names = append(names, suite+"/"+id)
		}
	})
	if err != nil {
		return nil, "", err
	}
	for _, id := range filter.Prefixes(name) {
		i := slices.IndexFunc(all, func(n filter.CaseName) bool { return n.ID == id || n.String() == id })
		if i < 0 {
			continue
		}
		c, err := rows.ReadCase(ctx, r.folder, all[i].Suite, all[i].ID, sample)
		if c == nil && err == nil {
			err = &NoCaseError{Run: r, Name: id, sample: sample}
		}
		return c, strings.TrimPrefix(strings.TrimPrefix(name, id), "/"), err
	}
	return nil, "", &NoCaseError{Run: r, Name: name, near: nearest(name, all), cases: slices.Compact(names)}
}

// nearest returns the case nearest to a misspelt name; empty: none is near.
func nearest(name string, all []filter.CaseName) string {
	for _, id := range filter.Prefixes(name) {
		sought := filter.New([]string{id})
		for _, n := range all {
			sought.SeeCase(n.Suite, n.ID)
		}
		if near := sought.Near(0); near != "" {
			return near
		}
	}
	return ""
}
