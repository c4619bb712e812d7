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
	c.content = contentOf(c.request)
	if c.again = t.sent(c); c.again != nil {
		return c.again.request.Stage
	}
	if t.golden == nil {
		known := stageNames(t.session.rules) // the suite may have had others
		t.golden = newAccepted(slices.DeleteFunc(t.with.Accepted(t.place), func(g pipeline.Request) bool {
			return !slices.Contains(known, g.Stage)
		}))
		for _, before := range t.calls {
			t.golden.take(before)
		}
	}
	free := func(g *pipeline.Request) bool { return !t.golden.taken[g.Path] && t.golden.left[g.Stage] > 0 }
	if c.accepted = t.golden.equal(c, free); c.accepted == nil {
		for _, l := range t.golden.like(c) {
			if g := &t.golden.calls[l.at]; l.text >= thread.Least && free(g) {
				c.accepted = g
				break
			}
		}
	}
	return t.stageOf(c)
}

// sent returns the unclaimed call that sent the same before, as after a failed answer; nil: there is none.
func (t *turn) sent(c *call) *call {
	for _, other := range t.calls {
		if !other.claimed && other.failed && other.content == c.content {
			return other
		}
	}
	return nil
}

// stageOf returns the stage of an unclaimed call: that of the accepted call that it counts as, if any.
func (t *turn) stageOf(c *call) string {
	if c.accepted != nil {
		return c.accepted.Stage
	}
	return otherStage(t.session.rules)
}
