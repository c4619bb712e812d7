package reports

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Selection says which results of a run are told, and which of their calls. Globs are those of the command line; no
// globs fit everything.
type Selection struct {
	Suites   []string
	Cases    []string
	Stages   []string // over stages and paths of calls
	Verdicts []string // ok, failed, error, skipped, orphan, or changed: a prompt is not as its golden
}

// Verdicts are all values of a selection's verdicts.
func Verdicts() []string {
	return []string{string(result.StatusOK), string(result.StatusFailed), string(result.StatusError), string(result.StatusSkipped), string(result.StatusOrphan), verdictChanged}
}

const verdictChanged = "changed"

// Whole says whether everything is selected.
func (s Selection) Whole() bool {
	return len(s.Suites) == 0 && len(s.Cases) == 0 && len(s.Stages) == 0 && len(s.Verdicts) == 0
}

// Apply takes away what of a result is not selected; false says that nothing of it is.
func (s Selection) Apply(r *result.Result) bool {
	if !filter.Matches(s.Suites, r.Suite) || !filter.Matches(s.Cases, r.Case) || !s.verdict(r) {
		return false
	}
	if len(s.Stages) > 0 {
		s.stages(r)
	}
	return true
}

func (s Selection) verdict(r *result.Result) bool {
	if len(s.Verdicts) == 0 || slices.Contains(s.Verdicts, string(r.Status)) {
		return true
	}
	return slices.Contains(s.Verdicts, verdictChanged) && slices.ContainsFunc(r.Changes, changed)
}

func changed(c result.Change) bool { return c.Status != result.Unchanged }

func (s Selection) fits(stage, path string) bool {
	return filter.Matches(s.Stages, stage) || path != "" && filter.Matches(s.Stages, path)
}

// stages keeps the calls of some stages, and what is about them.
func (s Selection) stages(r *result.Result) {
	kept := map[string]bool{}
	if r.Trace != nil {
		r.Trace.Asked = nil // of the steps that are left
		r.Trace.Steps = slices.DeleteFunc(r.Trace.Steps, func(st trace.Step) bool {
			fits := s.fits(st.Stage, st.Path)
			kept[st.Path] = kept[st.Path] || fits
			return !fits
		})
	}
	r.Changes = slices.DeleteFunc(r.Changes, func(c result.Change) bool { return !s.fits(c.Stage, c.Path) })
	r.Scores = slices.DeleteFunc(r.Scores, func(sc score.Score) bool { return !kept[sc.Path] && !filter.Matches(s.Stages, sc.By) })
}
