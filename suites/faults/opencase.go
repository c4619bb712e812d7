// A Case runs with one of its calls failing, and what follows is compared with what the call declares
// (pipeline.Declared): it has to equal another run in which the last request got the declared answer, after the same
// time. The case's own answers hold in all of these runs; calls without one get the same answer in each.

package faults

import (
	"context"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// CaseOptions say how the runs of a case are made.
type CaseOptions struct {
	Stages    []pipeline.Stage // of the case's system
	Otherwise fixtures.Answers // by stage, for calls that neither case nor recording nor suite answers
	Policy    pipeline.Policy  // under which all stages read answers; empty: the suite's

	Declares func(pipeline.Request) []pipeline.Declared // what a request declares; nil: its Declared
}

// Case runs one case in several ways. A run that several of them need is made once.
type Case struct {
	CaseOptions
	ctx      context.Context
	prepared *runner.Prepared
	intended *runner.Ran
	maxDepth int // of any run but the intended one
}

// moreCalls is how many calls in a row a run may make beyond twice those of the intended one: a stage that retries for
// ever is stopped before it fills the memory.
const moreCalls = 200

// OpenCase runs a case as intended. A case that ends in an error there has no calls to fail.
func OpenCase(ctx context.Context, p *runner.Prepared, o CaseOptions) *Case {
	if o.Declares == nil {
		o.Declares = func(req pipeline.Request) []pipeline.Declared { return req.Declared }
	}
	c := &Case{CaseOptions: o, ctx: ctx, prepared: p}
	c.intended = c.Run(runner.Variant{})
	for _, e := range c.intended.Log {
		c.maxDepth = max(c.maxDepth, 2*e.Depth+moreCalls)
	}
	return c
}

// Intended returns the run without a failure.
func (c *Case) Intended() *runner.Ran { return c.intended }

// Run runs a variant of the case.
func (c *Case) Run(v runner.Variant) *runner.Ran {
	v.Behind = []runner.Link{func(pipeline.Model) pipeline.Model { return newAfterFault(c.Otherwise, c.Stages) }}
	v.Policy, v.MaxDepth = c.Policy, c.maxDepth
	return c.prepared.Run(c.ctx, v)
}

func (c *Case) planned(p plan) *runner.Ran {
	return c.Run(runner.Variant{Before: []runner.Link{p.link}})
}
