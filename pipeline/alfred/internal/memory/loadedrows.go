package memory

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// See keeps what a query has shown of a row, with references instead of ids: a column that the query left out stays as
// it was known before. whole: no column was left out. The row of a removed reference is not kept.
func (r *Registry) See(ref string, row *record.Object, whole bool, from pipeline.TextSource) {
	e := r.known(ref)
	if e == nil || e.Pending {
		return
	}
	seen := &record.Object{}
	if e.row != nil {
		seen = e.row.Copy()
	}
	for column, v := range row.All() {
		seen.Set(column, v)
	}
	seen.Delete("id") // the reference stands beside the row
	e.row, e.Seen, e.Whole = seen, from, e.Whole || whole
}

// Forget forgets the row of a reference: it is deleted, or another one by now.
func (r *Registry) Forget(ref string) {
	if e := r.known(ref); e != nil {
		e.row, e.Whole, e.Level = nil, false, ""
	}
}
