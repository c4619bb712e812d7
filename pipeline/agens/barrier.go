package agens

import (
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// apply applies the visits of a round. The earliest error by clock ends the job, else the earliest end; else each
// thread continues, forks, waits or is done. over is not nil if the job has ended.
func (r *run) apply(going []*thread) (over *end, err error) {
	order := pipeline.ByClock(places(going))
	if i := slices.IndexFunc(order, func(i int) bool { return going[i].visited.err != nil }); i >= 0 {
		t := going[order[i]]
		r.place.After(t.place.Mark())
		return &end{}, r.fail(t.visited.err)
	}
	if i := slices.IndexFunc(order, func(i int) bool { return going[i].visited.step.End }); i >= 0 {
		t := going[order[i]]
		r.place.After(t.place.Mark())
		r.finish(statusEnded)
		return &end{result: t.visited.result, ended: true, at: t.place.Place()}, nil
	}
	forks := 0
	for _, t := range going {
		if forks += len(t.visited.step.Go); t.visited.step.More || forks > r.left {
			return &end{}, r.fail(tooManyVisits(t.place, t.visited.node))
		}
	}
	r.done(order, going)
	r.wait(r.fork(going), order)
	if len(r.live) > 0 {
		return nil, nil
	}
	r.place.After(r.place.Latest())
	r.finish(statusComplete)
	return &end{result: r.last.visited.result, at: r.last.place.Place()}, nil
}

// done records the last thread without a next move.
func (r *run) done(order []int, going []*thread) {
	for _, i := range order {
		t := going[i]
		if len(t.visited.step.Go) == 0 && (r.last == nil || !t.place.Now().Before(r.last.place.Now())) {
			r.last = t
		}
	}
}

// fork moves each thread on: to the target of its first move, and a new thread to each other one. Without a move a
// thread is done. New threads are in the order of their parents, so that their places do not depend on clocks. moved
// are the threads that each one has become.
func (r *run) fork(going []*thread) (moved [][]*thread) {
	moved = make([][]*thread, len(going))
	for i, t := range going {
		for k, move := range t.visited.step.Go {
			at := t
			if k > 0 {
				t.children++
				at = &thread{place: t.place.At("thread", strconv.Itoa(t.children)), visited: t.visited}
				r.live = append(r.live, at)
			}
			at.to, at.previous, at.waits = move, t.visited.result, move.Type == router.TypeYield
			moved[i] = append(moved[i], at)
		}
	}
	r.live = slices.DeleteFunc(r.live, func(t *thread) bool {
		return !t.waits && slices.Contains(going, t) && len(t.visited.step.Go) == 0
	})
	return moved
}

// wait queues the threads that wait from now on, in the order of their arrival.
func (r *run) wait(moved [][]*thread, order []int) {
	for _, i := range order {
		for _, t := range moved[i] {
			if !t.waits {
				continue
			}
			if r.waiting = append(r.waiting, t); len(r.waiting) < len(r.live) {
				t.place.Event(eventYieldWait, map[string]any{
					"node_id": t.visited.node, "total": len(r.live), "ready": len(r.waiting),
				})
			}
		}
	}
}

// join returns the one thread that continues after all have waited, as the last of them would have (G7). It rests on
// all threads: also on finished ones, which nobody waits for any more.
func (r *run) join() *thread {
	last := r.waiting[len(r.waiting)-1]
	r.place.After(r.place.Latest())
	r.place.Event(eventYieldDone, map[string]any{"node_id": last.visited.node, "total": len(r.waiting)})
	r.joins++
	r.waiting = nil
	return &thread{
		place: r.place.At("join", strconv.Itoa(r.joins)), previous: last.previous,
		to: router.Move{Type: router.TypeRoute, Value: last.to.Value},
	}
}
