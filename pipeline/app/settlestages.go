package app

import (
	"cmp"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
)

// settleStages decides, once all requests of the turn are known, what the unclaimed ones count as: claimed requests
// take their calls of the golden first, then the most similar pairs.
func (t *turn) settleStages() {
	var open []*call
	taken := map[string]bool{}
	var claimed []thread.Call
	var stages []string
	for _, c := range t.calls {
		switch {
		case c.claimed:
			claimed, stages = append(claimed, c.threaded()), append(stages, c.request.Stage)
		case c.again == nil:
			open = append(open, c)
		}
	}
	if len(open) == 0 || t.golden == nil {
		return
	}
	for i, n := range thread.Names(claimed, t.session.together, threads(t.golden.calls, t.place)) {
		taken[t.place+"/"+n.Leaf(stages[i])] = true
	}
	take := func(c *call, g *pipeline.Request) { c.accepted, taken[g.Path] = g, true }
	free := func(g *pipeline.Request) bool { return !taken[g.Path] }
	for _, c := range open {
		c.accepted = nil
		if g := t.golden.equal(c, free); g != nil {
			take(c, g)
		}
	}
	for _, p := range t.pairs(open) {
		if g := &t.golden.calls[p.at]; p.call.accepted == nil && free(g) {
			take(p.call, g)
		}
	}
	for _, c := range open {
		if stage := t.stageOf(c); stage != c.request.Stage {
			t.stage(c, stage)
		}
	}
	for _, c := range t.calls {
		if c.again != nil && c.again.request.Stage != c.request.Stage {
			t.stage(c, c.again.request.Stage)
		}
	}
}

// pair is an unclaimed call, and a call of the golden that it is like.
type pair struct {
	call *call
	likeCall
}

// pairs returns the pairs of calls that have no equal in the golden, the most similar first, then in the order of the
// golden and of arrival.
func (t *turn) pairs(open []*call) []pair {
	var all []pair
	for _, c := range open {
		if c.accepted != nil {
			continue
		}
		for _, l := range t.golden.like(c) {
			if l.text >= thread.Least {
				all = append(all, pair{c, l})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.likeness, a.likeness), cmp.Compare(a.at, b.at))
	})
	return all
}
