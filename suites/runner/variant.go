package runner

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Run runs the case once more.
func (p *Prepared) Run(ctx context.Context, v Variant) *Ran {
	r := &caseRun{Prepared: p, variant: v, faults: p.injected(ctx), ended: map[string]time.Time{}}
	links := slices.Concat(v.Before, r.links(), v.Behind)
	err := r.converse(ctx, links)
	ran := &Ran{Calls: r.capture, Outcomes: r.outcomes, Ended: r.ended, Err: errors.Join(append(r.errs, err)...)}
	if r.root != nil {
		ran.Log = r.root.Log()
	}
	p.covered(ran)
	return ran
}
