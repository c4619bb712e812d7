package faults

import (
	"context"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/fallback"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// attempt is a cell at work.
type attempt struct {
	cell     result.Cell
	fault    fault.Fault
	broken   fault.Broken
	call     *fallback.Call
	of       *fallback.Case
	exchange Exchange
}

// try lets the call go wrong and judges what follows. A run that does not come to its end is left behind.
func (w *work) try(c result.Cell, e pipeline.Entry, f fault.Fault, b fault.Broken) result.Cell {
	own := w.suite.Settings(e.Stage).Replies
	policy := c.Policy
	if policy == own || own == "" && policy == pipeline.Strict {
		policy = ""
	}
	of := w.of(policy)
	a := &attempt{cell: c, fault: f, broken: b, of: of, exchange: w.Exchange}
	if why := a.applies(e); why != "" {
		c.Verdict, c.Why = result.VerdictNotApplicable, why
		return c
	}
	limit := w.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	done := make(chan result.Cell, 1)
	go func() { done <- a.judge() }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case got := <-done:
		return got
	case <-timer.C:
	}
	delete(w.cases, policy) // its run may still be at work
	c.Verdict, c.Why = result.VerdictHang, "the run has not come to its end within "+limit.String()
	return c
}

// applies says why a call cannot be broken; empty: it can.
func (a *attempt) applies(e pipeline.Entry) string {
	if a.of.Intended().Err != nil {
		return "the case does not come to its end when its answers are read by " + string(a.cell.Policy)
	}
	late := false
	for _, found := range a.of.Intended().Log {
		if found.Kind == pipeline.EntryCall && found.Path == e.Path {
			a.call, late = a.of.Call(found), found.Failure != nil
		}
	}
	switch {
	case a.call == nil:
		return "the case does not answer this call"
	case a.call.Asked.Err != nil || late:
		return "there is no answer that could break"
	case a.fault.Class == fault.Tool && len(usesOf(a.of.Intended(), e.Path)) == 0:
		return "the stage does not carry out the tool calls"
	case a.call.FailedBefore():
		return "the stage takes its fallback as it is"
	}
	return ""
}

// put is what the asks of the call get.
func (a *attempt) put(
	ctx context.Context, try int, req pipeline.Request, was pipeline.Response,
) (pipeline.Response, error, bool) {
	switch {
	case a.fault.Times > 0 && try > a.fault.Times:
		return was, nil, false
	case a.fault.Way != "":
		resp, err := a.exchange(ctx, a.fault.Way, req, was)
		return resp, err, true
	case a.fault.Tool != "":
		return was, nil, false
	}
	resp := a.broken.Response
	resp.Takes = was.Takes
	if req.Timeout > 0 {
		resp.Takes = min(was.Takes, req.Timeout)
	}
	return resp, nil, true
}
