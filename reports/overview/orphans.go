package overview

import (
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Orphans are the files of a project that no suite claims. Looked reports whether somebody has looked for them: a run
// of a part of the project does not.
type Orphans struct {
	Looked bool
	Files  []review.Orphan // by folder
}

// Add takes one more.
func (o *Orphans) Add(file review.Orphan) { o.Files = append(o.Files, file) }

// count enters them into the measures of the whole run.
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
