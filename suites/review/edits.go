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

// golden adds to the calls that differ what the golden has of them, and, beside what was sent, their edits. An older
// golden may hold secrets; the new calls are masked.
func (r *Comparer) golden(res *result.Result, old, got *goldens.File) {
	differ := map[string]bool{}
	for _, c := range res.Changes {
		if c.Status.Differs() {
			differ[c.Path] = true
		}
	}
	if old == nil || len(differ) == 0 {
		return
	}
	old = masked(old, r.suite.Masker())
	withGolden(res.Changes, old)
	res.Edits = slices.DeleteFunc(edit.Compare(old, got, res.Known), func(p edit.Part) bool { return !differ[p.Path] })
	BillEdits(res.Edits, old, got, res.Trace, r.suite)
}

// withGolden adds to the changes that differ the calls of a masked golden.
func withGolden(changes []result.Change, old *goldens.File) {
	calls := map[string]*goldens.Call{}
	for i := range old.Calls {
		calls[old.Calls[i].Path] = &old.Calls[i]
	}
	for i := range changes {
		if c := calls[changes[i].Path]; c != nil && c.Digest == "" && changes[i].Status.Differs() {
			changes[i].Golden = &pipeline.Request{Messages: c.Messages, Tools: c.Tools, Format: c.Format,
				Parameters: c.Parameters}
		}
	}
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
