// Package faults breaks the calls of cases on purpose, one at a time, and judges what the system does then: the matrix
// of stage, fault and case for built-in systems, the faults of applications, the declared fallbacks of stages, and
// malformed answers that others have collected. docs/fallbacks.md describes the procedure.
package faults

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Matrix says which calls of a case break, and how.
type Matrix struct {
	Stages    []string         // globs over stages and paths of calls; none: all
	Only      []string         // further globs that must match; none: all
	Faults    []string         // globs over names of faults; none: all but those that are tried at every place
	Sample    int              // of a fault with several possible places, so many at random; 0: all
	Cell      string           // the one cell to try; empty: all
	Judged    bool             // only cells that count: none of answers that are repaired
	Seed      uint64           // of all random choices
	Otherwise fixtures.Answers // by stage, for calls that nothing else answers
	Exchange  runner.Exchange  // produces transport faults; nil: a cell with one is an error
	Limit     time.Duration    // how long a run may take before it counts as hung; 0: DefaultLimit
}

// DefaultSeed is the seed if none is given.
const DefaultSeed = 1

// Of returns the matrix of a suite; by default that of all stages and faults.
func Of(s *project.Suite) *Matrix {
	m := &Matrix{Seed: DefaultSeed}
	if own := s.FaultMatrix(); own != nil {
		m.Stages, m.Faults, m.Sample, m.Otherwise = own.Stages, own.Faults, own.Sample, own.Otherwise
	}
	return m
}

// DefaultLimit is how long the run of a case may take that waits for nothing external.
const DefaultLimit = time.Minute

// work is the work on one case.
type work struct {
	*Matrix
	ctx      context.Context
	suite    *project.Suite
	prepared *runner.Prepared
	options  CaseOptions
	cases    map[pipeline.Policy]*Case
	calls    map[pipeline.Policy]*Call // those that were broken last
	cells    []result.Cell
	details  []*Detail
}

// of returns the case run under a policy; empty: under those of the suite.
func (w *work) of(policy pipeline.Policy) *Case {
	c := w.cases[policy]
	if c == nil {
		o := w.options
		o.Policy = policy
		c = OpenCase(w.ctx, w.prepared, o)
		w.cases[policy] = c
	}
	return c
}

func (w *work) intended(policy pipeline.Policy) *runner.Ran { return w.of(policy).Intended() }

// policies returns the policies under which a cell's answers are read: all three if a fault breaks what a policy reads.
func (w *work) policies(st pipeline.Stage, f fault.Fault) []pipeline.Policy {
	if st.Reads == pipeline.ReadsJSON && (f.Class == fault.Answer || f.Way == fault.Length) {
		return []pipeline.Policy{pipeline.Strict, pipeline.Extract, pipeline.Mend}
	}
	if p := w.suite.Settings(st.Name).Replies; p != "" {
		return []pipeline.Policy{p}
	}
	return []pipeline.Policy{pipeline.Strict}
}

// chance returns the random source of a cell, the same in every run with the seed and under each policy.
func (w *work) chance(path, name string) *rand.Rand {
	return fault.Chance(w.Seed, w.suite.Name, w.prepared.ID(), path, name)
}
