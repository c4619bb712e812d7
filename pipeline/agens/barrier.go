package agens

import (
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// apply applies visits that end at the same instant. The first error ends the job, else the first end; else each thread
// goes on, forks, waits or is done. next are the threads that set out; over is not nil if the job has ended.
func (r *run) apply(visits []*thread) (next []*thread, over *end, err error) {
	if i := slices.IndexFunc(visits, func(t *thread) bool { return t.visited.err != nil }); i >= 0 {
		r.place.After(visits[i].place.Mark())
		return nil, &end{}, r.fail(visits[i].visited.err)
	}
	if i := slices.IndexFunc(visits, func(t *thread) bool { return t.visited.step.End }); i >= 0 {
		t := visits[i]
		r.place.After(t.place.Mark())
		r.finish(statusEnded)
		return nil, &end{result: t.visited.result, ended: true, at: t.place.Place()}, nil
	}
	var moved []*thread
	for _, t := range visits {
		threads := len(moved) + len(t.visited.step.Go)
		if t.visited.step.More || threads > r.left {
			return nil, &end{}, r.fail(tooManyVisits(t.place, t.visited.node))
		}
		moved = append(moved, r.fork(t)...)
	}
	next = r.wait(moved)
	if len(next)+len(r.going)+len(r.waiting) > 0 {
		return next, nil, nil
	}
	r.place.After(r.place.Latest())
	r.finish(statusComplete)
	return nil, &end{result: r.last.visited.result, at: r.last.place.Place()}, nil
}

// fork moves a thread on: to the target of its first move, and a new thread to each other one. Without a move it is
// done.
func (r *run) fork(t *thread) (moved []*thread) {
	if len(t.visited.step.Go) == 0 {
		r.last = t
	}
	for k, move := range t.visited.step.Go {
		at := t
		if k > 0 {
			t.children++
			at = &thread{place: t.place.At("thread", strconv.Itoa(t.children)), visited: t.visited}
		}
		at.to, at.previous = move, t.visited.result
		moved = append(moved, at)
	}
	return moved
}

// wait queues the threads that wait from now on, in the order of their arrival, and returns the others.
func (r *run) wait(moved []*thread) (next []*thread) {
	total := len(r.going) + len(r.waiting) + len(moved)
	for _, t := range moved {
		if t.to.Type != router.TypeYield {
			next = append(next, t)
			continue
		}
		if r.waiting = append(r.waiting, t); len(r.waiting) < total {
			t.place.Event(eventYieldWait, map[string]any{
				"node_id": t.visited.node, "total": total, "ready": len(r.waiting),
			})
		}
	}
	return next
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
