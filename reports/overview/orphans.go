package overview

import (
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Orphans holds the files of a project that no suite claims. Looked says whether they were searched for: a partial run
// does not.
type Orphans struct {
	Looked bool
	Files  []review.Orphan // by folder
}

// Add adds an orphan.
func (o *Orphans) Add(file review.Orphan) { o.Files = append(o.Files, file) }

// count adds them to the measures of the whole run.
func (o *Orphans) count(t *metric.Tally) {
	if !o.Looked {
		return
	}
	first := ""
	if len(o.Files) > 0 {
		first = o.Files[0].File
	}
	t.CountOrphans(len(o.Files), first)
}
