package alfred

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// judgeRead reports a read that has found nothing but what was loaded before the plan (F0): each of its rows, with each
// of its columns. What counts is what table and filters have selected, not the words of the step.
func (w *work) judgeRead(r memory.Result) {
	if r.Tool != toolRead || r.Failed || w.typ() != stepRead {
		return
	}
	if refs := w.reread(r); len(refs) > 0 {
		w.rt.Fallback(pipeline.Fallback{
			Stage: stageContexts, Reason: reasonRedundant, Tries: 1, Detail: r.Table + ": " + strings.Join(refs, ", "),
		})
	}
}

// reread returns the references of a result's rows if all of them were loaded; nothing if one of them is new.
func (t *turn) reread(r memory.Result) []string {
	var refs []string
	for _, row := range rowsOf(r) {
		known := t.loaded[row.Text("id")]
		if known == nil {
			return nil
		}
		for _, column := range row.Keys() {
			if column != "id" && !known.Has(column) {
				return nil
			}
		}
		refs = append(refs, row.Text("id"))
	}
	return refs
}
