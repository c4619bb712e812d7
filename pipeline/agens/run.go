package agens

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// start runs a job to its end, in rounds: every thread that does not wait visits one node, and the results are applied
// once all visits have ended (docs/systems.md). Its error is a *jobError if the job has failed.
func start(ctx context.Context, r *run) (end, error) {
	r.event(eventRun, map[string]any{"job_id": r.job.id})
	r.status(statusRunning)
	r.live = []*thread{{place: r.place.At("thread", "0"), to: router.Move{Type: router.TypeRoute, Value: r.job.Start}}}
	for {
		going := slices.DeleteFunc(slices.Clone(r.live), func(t *thread) bool { return t.waits })
		if len(going) == 0 {
			r.live = []*thread{r.join()}
			continue
		}
		share := r.left / len(going)
		if share == 0 {
			return end{}, r.fail(tooManyVisits(r.place, going[0].to.Value))
		}
		if err := pipeline.Together(places(going), func(i int, _ *pipeline.Runtime) error {
			return r.move(ctx, going[i], share)
		}); err != nil {
			return end{}, err
		}
		for _, t := range going {
			r.left -= t.visited.spent
		}
		if over, err := r.apply(going); over != nil {
			return *over, err
		}
	}
}

// move takes a thread one step on. Its error is the harness's: a job error is recorded in the thread.
func (r *run) move(ctx context.Context, t *thread, share int) error {
	if t.to.Type == router.TypeSub {
		return r.runSub(ctx, t, share)
	}
	return r.visitNode(ctx, t, share)
}
