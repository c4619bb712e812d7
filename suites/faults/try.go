package faults

import (
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// try lets the call fail and judges what follows. A run that does not end is abandoned.
func (w *work) try(c result.Cell, e pipeline.Entry, f fault.Fault, b fault.Broken) result.Cell {
	x, _ := w.intended("").Calls.At(e.Path)
	own := w.suite.Settings(x.Request.SettingsKey()).Replies
	policy := c.Policy
	if policy == own || own == "" && policy == pipeline.Strict {
		policy = ""
	}
	of := w.of(policy)
	a := &attempt{cell: c, fault: f, broken: b, of: of, exchange: w.Exchange}
	var late bool
	a.call, late = w.call(policy, of, e)
	if why := a.applies(e, late); why != "" {
		c.Verdict, c.Why = result.VerdictNotApplicable, why
		return c
	}
	if f.Way != "" && w.Exchange == nil {
		return a.is(result.VerdictError, f.Name+" is a transport fault, and nothing here can produce one")
	}
	limit := w.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	done, failed := make(chan result.Cell, 1), make(chan any, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil { // of the harness: a panic of the system is a crash
				failed <- p
			}
		}()
		done <- a.judge()
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case got := <-done:
		if w.Cell == got.Name() {
			w.details = append(w.details, a.detailOf(a.ran))
		}
		return got
	case p := <-failed:
		panic(p)
	case <-timer.C:
	}
	delete(w.cases, policy) // its run may still be going
	delete(w.calls, policy)
	c.Verdict, c.Why = result.VerdictHang, "the run did not end within "+limit.String()
	return c
}

// call returns the call of an entry in the run under a policy, the same one for all its faults: they share the declared
// runs. late reports whether its answer came after its deadline.
func (w *work) call(policy pipeline.Policy, of *Case, e pipeline.Entry) (c *Call, late bool) {
	for _, found := range of.Intended().Log {
		if found.Kind != pipeline.EntryCall || found.Path != e.Path {
			continue
		}
		late = found.Failure != nil
		if c = w.calls[policy]; c == nil || c.Asked.Request.Path != e.Path {
			c = of.Call(found)
			w.calls[policy] = c
		}
	}
	return c, late
}

// applies says why a call cannot be broken; empty: it can.
func (a *attempt) applies(e pipeline.Entry, late bool) string {
	switch {
	case a.of.Intended().Err != nil:
		return "the case does not end when its answers are read by " + string(a.cell.Policy)
	case a.call == nil:
		return "the case does not answer this call"
	case a.call.Asked.Err != nil || late:
		return "there is no answer to break"
	case a.fault.Class == fault.Tool && len(usesOf(a.of.Intended(), e.Path)) == 0:
		return "the stage does not carry out the tool calls"
	case a.fault.Class == fault.Tool && nothingReads(a.of.Intended(), e.Path):
		return "no request follows the tool calls"
	case a.fault.Way != "" && slices.ContainsFunc(a.call.Asked.Response.ToolCalls, noObject):
		return "a server sends tool arguments as an object, and these are not one"
	case a.call.FailedBefore():
		return "the stage takes its fallback anyway"
	}
	return ""
}

// noObject reports whether the arguments of a tool call are no JSON object.
func noObject(call pipeline.ToolCall) bool {
	raw, err := reply.Read(pipeline.Strict, call.Arguments)
	return err != nil || raw[0] != '{'
}
