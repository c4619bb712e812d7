package review

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// refusal says why nothing of a case is taken: the current requests are not those that a run has shown. errs are the
// case's errors.
func (r *Comparer) refusal(p *goldens.Pending, t *Taking, errs []error) *result.Taken {
	why := "changed since you looked: run again"
	switch {
	case p.Prompts != "" && p.Prompts != r.suite.PromptsOverride():
		why += fmt.Sprintf(" (shown by run --prompts %s: accept --from %s)", p.Prompts, p.Prompts)
	case r.suite.IsApplication() && !r.suite.Fed():
		why += " (if it sends something else each time, `beaver-eval run --twice` shows what)"
	}
	if len(errs) > 0 {
		why += fmt.Sprintf("\n  it ends in an error now: %v", errs[0])
	}
	refused := &result.Taken{Refused: why}
	if p.Build != t.Build {
		refused.Build = p.Build
	}
	return refused
}
