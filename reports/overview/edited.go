package overview

import (
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// Edited holds the edited words of templates that no case reaches. Looked says whether they were searched for: a
// partial run does not.
type Edited struct {
	Looked    bool
	Unreached []stored.EditedText
}

// count adds them to the measures of the whole run.
func (e *Edited) count(t *metric.Tally) {
	if !e.Looked {
		return
	}
	first := ""
	if len(e.Unreached) > 0 {
		first = e.Unreached[0].String()
	}
	t.CountEdited(len(e.Unreached), first)
}
