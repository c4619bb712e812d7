package agens

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// maxVisits ends a job that goes round in a circle.
const maxVisits = 200

// atWork is a job that runs.
type atWork struct {
	*jobs
	Job
	place *pipeline.Runtime
	input pipeline.Pieces
	joins int
}

// thread goes through the nodes of a job, one after the other.
type thread struct {
	place    *pipeline.Runtime
	node     string
	previous pipeline.Pieces // what the node before has said
	waits    bool            // for all others
	children int

	next []Instruction // of the last visit
	err  error         // a jobError
}

// run takes the job to its end, in rounds: each thread that does not wait visits one node.
func (j *atWork) run(ctx context.Context, previous pipeline.Pieces) (pipeline.Pieces, error) {
	live := []*thread{{place: j.place.At("thread", "0"), node: j.Start, previous: previous}}
	for visits := 0; ; {
		going := slices.DeleteFunc(slices.Clone(live), func(t *thread) bool { return t.waits })
		if len(going) == 0 {
			live = []*thread{j.join(live)}
			continue
		}
		if visits += len(going); visits > maxVisits {
			return nil, fail(j.place, invalidNext, "too many visits")
		}
		if err := pipeline.Together(places(going), func(i int, _ *pipeline.Runtime) error {
			err := j.visit(ctx, going[i])
			if _, failed := errors.AsType[*jobError](err); failed {
				going[i].err = err
				return nil
			}
			return err
		}); err != nil {
			return nil, err
		}
		last, ended := j.end(going)
		if ended != nil {
			j.place.After(ended.place.Mark())
			return ended.previous, ended.err
		}
		for _, i := range pipeline.ByClock(places(going)) {
			live = going[i].goOn(live)
		}
		if len(live) == 0 {
			for _, t := range going {
				j.place.After(t.place.Mark())
			}
			return last, nil
		}
	}
}

func places(threads []*thread) []*pipeline.Runtime {
	all := make([]*pipeline.Runtime, len(threads))
	for i, t := range threads {
		all[i] = t.place
	}
	return all
}

// join is the thread that goes on where all have come to; it rests on each of them.
func (j *atWork) join(waiting []*thread) *thread {
	order := pipeline.ByClock(places(waiting))
	for _, t := range waiting {
		j.place.After(t.place.Mark())
	}
	var all pipeline.Pieces
	for _, i := range order {
		all = pipeline.JoinPieces(all, waiting[i].previous, pipeline.TextSource{}.Of("\n"))
	}
	j.joins++
	j.place.Event("yield_done", len(waiting))
	last := waiting[order[len(order)-1]]
	return &thread{place: j.place.At("join", strconv.Itoa(j.joins)), node: last.node, previous: all}
}

// end is the first thread, by clock, that ends the job, by an error before all others; nil when none does. last is what
// the last one has said.
func (j *atWork) end(threads []*thread) (last pipeline.Pieces, ended *thread) {
	for _, i := range pipeline.ByClock(places(threads)) {
		t := threads[i]
		last = t.previous
		ends := slices.ContainsFunc(t.next, func(n Instruction) bool { return n.Type == "end" })
		switch {
		case t.err != nil && (ended == nil || ended.err == nil), ends && ended == nil:
			ended = t
		}
	}
	return last, ended
}

// goOn applies a thread's instructions to the list of those that live. The first one leads it on, each other one a new
// thread; without any it is done.
func (t *thread) goOn(live []*thread) []*thread {
	at := t
	for _, n := range t.next {
		for range max(n.Count, 1) {
			if at == nil {
				t.children++
				at = &thread{place: t.place.At("thread", strconv.Itoa(t.children)), previous: t.previous}
				live = append(live, at)
			}
			at.node, at.waits = n.Value, n.Type == "yield"
			at = nil
		}
	}
	if len(t.next) == 0 {
		live = slices.DeleteFunc(live, func(o *thread) bool { return o == t })
	}
	return live
}
