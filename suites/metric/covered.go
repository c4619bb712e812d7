package metric

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// coveredNames are the measures of what the cases reach, as report coverage counts it without faults.
var coveredNames = map[coverage.Kind]string{
	coverage.Branch: "coverage.branches", coverage.Decision: "coverage.decisions",
	coverage.Fallback: "coverage.fallbacks", coverage.Skill: "coverage.skills", coverage.Tool: "coverage.tools",
}

// EditedUnreached is the metric that counts edited words of templates that no case reaches, and a gate on it.
const EditedUnreached = "coverage.edited"

// CountEdited counts edited words that no case reaches; first is the place of one.
func (t *Tally) CountEdited(n int, first string) {
	t.count(EditedUnreached, n, example{at: first, reason: "no case reaches it"})
}

// Covered returns what the cases reach of what they could.
func (t *Tally) Covered() []coverage.Count { return t.covered.Counts() }

// CountCovered adds what the cases of a stored run reach of something: their rows do not tell it.
func (t *Tally) CountCovered(c coverage.Count) { t.covered.Count(c) }

// WithCoverage returns the measures of some cases, but of what was reached those of all cases: a case that is gone
// reaches nothing any more, and a new one may reach more.
func WithCoverage(some, all []Measure) []Measure {
	others := slices.DeleteFunc(slices.Clone(some), isCoverage)
	for _, m := range all {
		if isCoverage(m) {
			others = append(others, m)
		}
	}
	return others
}

func isCoverage(m Measure) bool {
	for _, name := range coveredNames {
		if m.Name == name {
			return true
		}
	}
	return false
}

// addCovered counts what a case reaches.
func (t *Tally) addCovered(r *result.Result, at string) {
	if r.Space != nil {
		t.covered.Add(r.Space, at, &r.Covered)
	}
}

// coverages returns the shares of what was reached. The example is the first that no case reaches.
func (t *Tally) coverages() []Measure {
	missed := map[coverage.Kind]example{}
	for _, c := range t.covered.Counts() {
		if c.Cases == 0 && c.Unreachable == "" && !missed[c.Kind].set {
			missed[c.Kind] = example{at: place(&c), reason: "no case reaches it", set: true}
		}
	}
	var all []Measure
	shares := t.covered.Shares(false)
	for _, kind := range coverage.Kinds() {
		if s, name := shares[kind], coveredNames[kind]; name != "" && s.All > 0 {
			all = append(all, rate(name, s.Reached, s.All, missed[kind]))
		}
	}
	return all
}

// place names something that can be reached.
func place(c *coverage.Count) string {
	if c.Kind == coverage.Branch {
		return fmt.Sprintf("%s:%d %s", c.In, c.Line, c.What)
	}
	return c.In + " " + c.Name
}
