package runner

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// injected returns the faults that the suite puts into one run of the case. An entry that says which call it is for
// needs to know the calls of the case without the faults: it runs once so, as far as it gets.
func (p *Prepared) injected(ctx context.Context) *Faults {
	if slices.ContainsFunc(p.suite.Injected(), func(f project.Injected) bool { return f.At > 0 }) {
		p.once.Do(func() { p.calls = CallFaults(p.without(ctx)) })
	}
	return NewFaults(p.suite, p.c.ID, p.calls, p.exchange)
}

// without returns the log of the case without the faults. A call that nothing answers has its stage's example there:
// what the case has answers for may be what follows the faults.
func (p *Prepared) without(ctx context.Context) []pipeline.Entry {
	r := &caseRun{Prepared: p}
	examples := func(pipeline.Model) pipeline.Model { return Examples{p.suite.Vocabulary().Stages} }
	r.converse(ctx, append(p.offline(), examples)) // what stops it, stops the case itself too
	if r.root == nil {
		return nil
	}
	return r.root.Log()
}

// links returns what answers the case, with the faults of its suite before them.
func (r *caseRun) links() []Link {
	if r.answers != nil {
		return []Link{r.faults.Model, func(pipeline.Model) pipeline.Model { return r.answers }}
	}
	return append([]Link{r.faults.Model}, r.offline()...)
}
