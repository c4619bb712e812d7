package app

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
)

// A request that no rule of the suite claims, other than one for all others, is most likely one whose prompt was
// edited, in the line that the rule looks at. So it counts as the call of the golden, in this turn, that it is most
// like.

// likely returns the stage of an unclaimed request as it arrives: that of the call of the golden that it is most like,
// among those that no request before it has taken. It is called with the lock held.
func (t *turn) likely(c *call) string {
	if !slices.ContainsFunc(t.session.rules, func(r rule) bool { return !r.any() }) {
		return otherStage(t.session.rules)
	}
	if c.again = t.sent(c); c.again != nil {
		return c.again.request.Stage
	}
	if t.golden == nil {
		known := stageNames(t.session.rules) // the suite may have had others
		t.golden = newAccepted(slices.DeleteFunc(t.with.Accepted(t.place), func(g pipeline.Request) bool {
			return !slices.Contains(known, g.Stage)
		}))
	}
	taken, of := map[string]bool{}, map[string]int{}
	for _, other := range t.calls {
		of[other.request.Stage]++
		switch {
		case other.accepted != nil:
			taken[other.accepted.Path] = true
		case other.claimed && other.arrival.Leaf != "":
			taken[t.place+"/"+other.arrival.Leaf] = true
		}
	}
	for i := range t.golden.calls {
		of[t.golden.calls[i].Stage]-- // below 0: calls that nothing has taken
	}
	return t.count(c, t.golden.like(&c.request), func(g *pipeline.Request) bool {
		return !taken[g.Path] && of[g.Stage] < 0
	})
}

// sent returns the unclaimed call that sent the same before, as after a failed answer; nil: there is none.
func (t *turn) sent(c *call) *call {
	for _, other := range t.calls {
		if !other.claimed && other.failed {
			same := c.request
			same.Stage = other.request.Stage
			if digest(same) == other.digest {
				return other
			}
		}
	}
	return nil
}

// count makes an unclaimed request count as the first free call among those like it, and returns its stage.
func (t *turn) count(c *call, like []likeCall, free func(*pipeline.Request) bool) string {
	c.accepted, c.nearest = nil, nil
	for i := range like {
		g := &t.golden.calls[like[i].at]
		if c.nearest == nil {
			c.nearest = &like[i]
		}
		if like[i].text >= thread.Least && free(g) {
			c.accepted = g
			return g.Stage
		}
	}
	return otherStage(t.session.rules)
}
