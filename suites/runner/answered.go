package runner

import (
	"context"

	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// begin gets the case's answers from a; nothing to do if the case itself answers.
func (r *caseRun) begin(ctx context.Context, a Answerer) (err error) {
	if a == nil {
		return nil
	}
	offline := Chain(offline(r.suite, r.c, r.rec))
	before := func() *trace.Trace {
		again := &caseRun{Prepared: r.Prepared, faults: r.injected(ctx), judges: &judges{suite: r.suite}}
		again.converse(ctx, again.links()) // errors are reported elsewhere
		return again.trace()
	}
	r.answers, err = a.Begin(Beginning{r.suite, r.c, r.sample, r.rec, offline, before})
	return err
}

// end reports the end of the case to its answers.
func (r *caseRun) end(ctx context.Context, res *result.Result) error {
	if r.answers == nil {
		return nil
	}
	var paths []string
	for _, c := range res.Trace.Calls() {
		paths = append(paths, c.Path)
	}
	return r.answers.End(ctx, res, paths)
}
