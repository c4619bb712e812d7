package runner

import (
	"context"

	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// begin asks who answers the calls of a case; nothing where the case itself does.
func (r *caseRun) begin(ctx context.Context, a Answerer) (err error) {
	if a == nil {
		return nil
	}
	offline := Chain(offline(r.suite, r.c, r.rec))
	before := func() *trace.Trace {
		again := &caseRun{Prepared: r.Prepared, faults: r.injected(ctx)}
		again.converse(ctx, again.links()) // what stops it is told of elsewhere
		return again.trace()
	}
	r.answers, err = a.Begin(Beginning{r.suite, r.c, r.rec, offline, before})
	return err
}

// end says that the case has ended.
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
