package stored

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Filter narrows a run, or the report of one: globs over suites, cases, tags, and stages or paths of calls. Each kind
// narrows it further; an empty one matches everything.
type Filter struct {
	Suites   []string `json:"suites,omitempty"`
	Cases    []string `json:"cases,omitempty"`
	Names    []string `json:"-"` // like Cases, as arguments of a verb that reads a run
	Tags     []string `json:"tags,omitempty"`
	Keywords []string `json:"keywords,omitempty"` // parts of ids: -k
	Stages   []string `json:"stages,omitempty"`
	Failed   string   `json:"failed,omitempty"` // only cases that failed in this run; empty: all
}

// Whole reports whether nothing is left out.
func (f *Filter) Whole() bool {
	return len(f.Suites)+len(f.Cases)+len(f.Names)+len(f.Tags)+len(f.Keywords)+len(f.Stages) == 0 && f.Failed == ""
}

// Choice returns the filter's choice of cases within its suites, ignoring failures of an earlier run.
func (f *Filter) Choice() filter.Cases {
	return filter.Cases{Names: f.Names, Globs: f.Cases, Tags: f.Tags, Keywords: f.Keywords}
}

// Selection selects the cases of a run to report, and their calls.
type Selection struct {
	Filter
	Verdicts []string // some of Verdicts; none: all
}

// Verdicts returns all values of a selection's verdicts: the statuses of a case, and changed, if a prompt differs from
// its golden.
func Verdicts() []string {
	return []string{
		string(result.StatusOK), string(result.StatusFailed), string(result.StatusError), string(result.StatusSkipped),
		string(result.StatusOrphan), verdictChanged,
	}
}

const verdictChanged = "changed"

// Whole reports whether everything is selected.
func (s Selection) Whole() bool { return s.Filter.Whole() && len(s.Verdicts) == 0 }

// Apply removes unselected parts of a case, and reports whether anything is left.
func (s Selection) Apply(c *rows.Case) bool {
	chosen := s.Choice()
	if !filter.Matches(s.Suites, c.Suite) || !chosen.Has(c.Suite, c.Case, c.Tags) || !s.verdict(c) {
		return false
	}
	if len(s.Stages) > 0 {
		s.stages(c)
	}
	return true
}

func (s Selection) verdict(c *rows.Case) bool {
	if len(s.Verdicts) == 0 || slices.Contains(s.Verdicts, string(c.Status)) {
		return true
	}
	return slices.Contains(s.Verdicts, verdictChanged) && len(c.Differing()) > 0
}

func (s Selection) fits(stage, path string) bool {
	return filter.Matches(s.Stages, stage) || path != "" && filter.Matches(s.Stages, path)
}

// stages keeps only the calls of some stages, with related data, and counts again.
func (s Selection) stages(c *rows.Case) {
	kept := map[string]bool{}
	if c.Trace != nil {
		c.Trace.Asked = nil // computed from the remaining steps
		c.Trace.Steps = slices.DeleteFunc(c.Trace.Steps, func(st trace.Step) bool {
			fits := s.fits(st.Stage, st.Path)
			kept[st.Path] = kept[st.Path] || fits
			return !fits
		})
	}
	c.Figures = nil // they are of whole cases
	c.Changes = slices.DeleteFunc(c.Changes, func(ch result.Change) bool { return !s.fits(ch.Stage, ch.Path) })
	c.Edits = slices.DeleteFunc(c.Edits, func(p edit.Part) bool { return !s.fits(p.Stage, p.Path) })
	c.Scores = slices.DeleteFunc(c.Scores, func(sc score.Score) bool {
		return !kept[sc.Path] && !filter.Matches(s.Stages, sc.Facet)
	})
	c.Sums = rows.NewCase(c.Result).Sums
}
