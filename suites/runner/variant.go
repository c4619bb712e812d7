package runner

import (
	"context"
	"errors"
	"time"
)

// Run runs the case once more.
func (p *Prepared) Run(ctx context.Context, v Variant) *Ran {
	r := &caseRun{Prepared: p, variant: v, ended: map[string]time.Time{}}
	links := append(append(append([]Link(nil), v.Before...), offline(p.suite, p.c, p.rec)...), v.Behind...)
	err := r.converse(ctx, links)
	ran := &Ran{Calls: r.capture, Outcomes: r.outcomes, Ended: r.ended, Err: errors.Join(append(r.errs, err)...)}
	if r.root != nil {
		ran.Log = r.root.Log()
	}
	return ran
}
