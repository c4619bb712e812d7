package review

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// edits returns the edits of the calls that differ. An older golden may hold secrets; the new calls are masked.
func (r *Comparer) edits(known *edit.Known, old, got *goldens.File, changes []result.Change) []edit.Part {
	differ := map[string]bool{}
	for _, c := range changes {
		if c.Status != result.Unchanged {
			differ[c.Path] = true
		}
	}
	if len(differ) == 0 {
		return nil
	}
	all := edit.Compare(masked(old, r.suite.Masker()), got, known)
	return slices.DeleteFunc(all, func(p edit.Part) bool { return !differ[p.Path] })
}

// masked returns a golden with masks for its secrets.
func masked(f *goldens.File, m *secrets.Masker) *goldens.File {
	with := *f
	with.Calls = slices.Clone(f.Calls)
	for i, c := range with.Calls {
		req := model.Masked(m, pipeline.Request{Messages: c.Messages, Tools: c.Tools, Format: c.Format,
			Parameters: c.Parameters})
		to := &with.Calls[i]
		to.Messages, to.Tools, to.Format, to.Parameters = req.Messages, req.Tools, req.Format, req.Parameters
	}
	return &with
}

// maskedOrNil returns a golden with masks for its secrets; nil of none.
func (r *Comparer) maskedOrNil(f *goldens.File) *goldens.File {
	if f == nil {
		return nil
	}
	return masked(f, r.suite.Masker())
}
