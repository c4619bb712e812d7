package app

import (
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
	type pair struct {
		call *call
		like []likeCall
	}
	pairs := make([]pair, len(open))
	for i, c := range open {
		pairs[i] = pair{c, t.golden.like(&c.request)}
	}
	best := func(p pair) int {
		for _, l := range p.like {
			if !taken[t.golden.calls[l.at].Path] {
				return l.likeness
			}
		}
		return -1
	}
	for len(pairs) > 0 {
		at := 0
		for i := range pairs {
			if best(pairs[i]) > best(pairs[at]) {
				at = i
			}
		}
		c := pairs[at].call
		stage := t.count(c, pairs[at].like, func(g *pipeline.Request) bool { return !taken[g.Path] })
		if c.accepted != nil {
			taken[c.accepted.Path] = true
		}
		if stage != c.request.Stage {
			t.stage(c, stage)
		}
		pairs = slices.Delete(pairs, at, at+1)
	}
	for _, c := range t.calls {
		if c.again != nil && c.again.request.Stage != c.request.Stage {
			t.stage(c, c.again.request.Stage)
		}
	}
}
