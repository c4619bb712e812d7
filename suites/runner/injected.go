package runner

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// injected returns the faults that the suite puts into one run of the case. An entry for a certain call needs the calls
// of the case without the faults: the case runs once that way, as far as it gets.
func (p *Prepared) injected(ctx context.Context) *Faults {
	if slices.ContainsFunc(p.suite.Injected(), func(f project.Injected) bool { return f.At > 0 }) {
		p.once.Do(func() { p.calls = CallFaults(p.without(ctx)) })
	}
	return NewFaults(p.suite, p.c.ID, p.calls, p.exchange)
}

// without returns the log of the case without the faults. An unanswered call gets its stage's example there: the case
// may have answers only for the course after the faults.
func (p *Prepared) without(ctx context.Context) []pipeline.Entry {
	r := &caseRun{Prepared: p}
	examples := func(pipeline.Model) pipeline.Model { return Examples{p.suite.Vocabulary().Stages} }
	r.converse(ctx, append(p.offline(), examples)) // its errors stop the case itself too
	if r.root == nil {
		return nil
	}
	return r.root.Log()
}

// links returns the links that answer the case, with the faults of its suite before them.
func (r *caseRun) links() []Link {
	if r.answers != nil {
		return []Link{r.faults.Model, func(pipeline.Model) pipeline.Model { return r.answers }}
	}
	return append([]Link{r.faults.Model}, r.offline()...)
}
