package runner

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// entry is a fault of the list in a run of a case.
type entry struct {
	project.Injected
	fault    fault.Fault
	stage    pipeline.Stage
	calls    []string // of its stage, without the faults
	exchange Exchange
	tools    *ToolFault // nil: not a fault of tool results

	met, did atomic.Bool // a call matched; a fault was injected
}

func newEntry(of project.Injected, s *project.Suite, calls []string, exchange Exchange) *entry {
	e := &entry{Injected: of, calls: calls, exchange: exchange}
	e.fault, _ = fault.Find(of.Fault)
	e.stage, _ = s.Vocabulary().Find(of.Stage)
	if e.fault.Tool != "" {
		e.tools = &ToolFault{How: e.fault.Tool}
	}
	return e
}

// fits reports whether a request has to fail.
func (e *entry) fits(req pipeline.Request) bool {
	if req.Stage != e.Stage || !e.tried(req.Try) {
		return false
	}
	if e.At > 0 && (e.At > len(e.calls) || e.calls[e.At-1] != pipeline.DecisionOf(req.Path)) {
		return false
	}
	e.met.Store(true)
	return true
}

func (e *entry) tried(try int) bool {
	if len(e.Tries) > 0 {
		return slices.Contains(e.Tries, try)
	}
	return e.fault.Times == 0 || try <= e.fault.Times
}

// instead returns what a request gets instead of was; if ok is false, its answer has nothing that could break this way.
func (e *entry) instead(
	ctx context.Context, req pipeline.Request, was pipeline.Response, chance *rand.Rand,
) (pipeline.Response, error, bool) {
	if e.fault.Way != "" {
		resp, err := e.exchange(ctx, e.fault.Way, req, was)
		return resp, err, true
	}
	all := e.fault.Break(fault.Subject{Stage: e.stage, Request: req, Answer: was, Rand: chance})
	if len(all) == 0 {
		return was, nil, false
	}
	return all[chance.IntN(len(all))].InPlaceOf(req, was), nil, true
}
