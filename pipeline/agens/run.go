package agens

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// start runs a job to its end, by the case's clock: threads visit their nodes concurrently, and the visits that end
// first apply first. Only then do their threads go on, while later visits are still under way (G7). Its error is a
// *jobError if the job has failed.
func start(ctx context.Context, r *run) (end, error) {
	r.event(eventRun, map[string]any{"job_id": r.job.id})
	r.status(statusRunning)
	next := []*thread{{place: r.place.At("thread", "0"), to: router.Move{Type: router.TypeRoute, Value: r.job.Start}}}
	for {
		if len(next) > 0 {
			share := r.left / len(next)
			if share == 0 {
				return end{}, r.fail(tooManyVisits(r.place, next[0].to.Value))
			}
			if err := r.visit(ctx, next, share); err != nil {
				return end{}, err
			}
		}
		if len(r.going) == 0 {
			next = []*thread{r.join()}
			continue
		}
		var over *end
		var err error
		if next, over, err = r.apply(r.earliest()); over != nil {
			return *over, err
		}
	}
}

// visit takes threads one step on, concurrently, each with its share of the visits that are left. Its error is the
// harness's: a job error is recorded in the thread.
func (r *run) visit(ctx context.Context, threads []*thread, share int) error {
	r.going = append(r.going, threads...)
	err := pipeline.Together(places(threads), func(i int, _ *pipeline.Runtime) error {
		if t := threads[i]; t.to.Type == router.TypeSub {
			return r.runSub(ctx, t, share)
		}
		return r.visitNode(ctx, threads[i], share)
	})
	for _, t := range threads {
		r.left -= t.visited.spent
	}
	return err
}

// earliest takes out the threads whose visits end first, in the order in which they set out.
func (r *run) earliest() (first []*thread) {
	at := slices.MinFunc(r.going, func(a, b *thread) int { return a.place.Now().Compare(b.place.Now()) }).place.Now()
	r.going = slices.DeleteFunc(r.going, func(t *thread) bool {
		if !t.place.Now().Equal(at) {
			return false
		}
		first = append(first, t)
		return true
	})
	return first
}
