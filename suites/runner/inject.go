package runner

import (
	"context"
	"math/rand/v2"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Seed is the seed of all random choices: goldens depend on it.
const Seed = 1

// FromFault is the prefix of a fault's name in the origin of an injected answer.
const FromFault = "fault: "

// Faults are the faults of one run of a case, and record where they were injected. Nil faults change nothing.
type Faults struct {
	suite *project.Suite
	id    string // of the case
	all   []*entry

	mu  sync.Mutex
	put map[string]*entry // by path of the call
}

// NewFaults returns the faults of a suite for one run of a case; nil: there are none. calls are the calls of the case
// without them.
func NewFaults(s *project.Suite, id string, calls map[string][]string, exchange Exchange) *Faults {
	if len(s.Injected()) == 0 {
		return nil
	}
	f := &Faults{suite: s, id: id, put: map[string]*entry{}}
	for _, of := range s.Injected() {
		f.all = append(f.all, newEntry(of, s, calls[of.Stage], exchange))
	}
	return f
}

// Model puts the faults before a model. The first matching fault is injected. The model is still asked.
func (f *Faults) Model(next pipeline.Model) pipeline.Model {
	if f == nil {
		return next
	}
	return named{f, &model.Instead{Next: next, Put: f.instead}}
}

func (f *Faults) instead(
	ctx context.Context, req pipeline.Request, was pipeline.Response,
) (resp pipeline.Response, err error, ok bool) {
	for _, e := range f.all {
		fits, first := e.fits(req), !ok
		switch {
		case e.tools != nil:
			if said, again := e.tools.Asked(req, was, fits); again && first {
				resp, ok = said, true
			}
		case fits && first:
			resp, err, ok = e.instead(ctx, req, was, f.chance(req, e))
		}
		if ok && first {
			f.note(req.Path, e)
		}
	}
	return resp, err, ok
}

// chance returns the random source of a decision, the same as in a cell of the matrix with the seed.
func (f *Faults) chance(req pipeline.Request, e *entry) *rand.Rand {
	return fault.Chance(Seed, f.suite.Name, f.id, pipeline.DecisionOf(req.Path), e.fault.Name)
}

func (f *Faults) note(path string, e *entry) {
	e.did.Store(true)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.put[path] = e
}

// At returns the fault injected at the call at a path; nil: none.
func (f *Faults) At(path string) *project.Injected {
	if e := f.at(path); e != nil {
		return &e.Injected
	}
	return nil
}

func (f *Faults) at(path string) *entry {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.put[path]
}

// Tools puts the faults before tools.
func (f *Faults) Tools(next pipeline.Tools) pipeline.Tools {
	if f == nil {
		return next
	}
	for _, e := range f.all {
		if e.tools != nil {
			next = e.tools.Tools(next)
		}
	}
	return next
}

// Unmet names the faults that have changed nothing in the run.
func (f *Faults) Unmet() []string {
	if f == nil {
		return nil
	}
	var lines []string
	for _, e := range f.all {
		what := "has no such call"
		switch {
		case e.did.Load() || e.tools != nil && e.tools.Broke():
			continue
		case e.met.Load():
			what = "has nothing there that can break like this, or a fault above it comes first"
		}
		lines = append(lines, e.Errorf("%s: %s: the case %s %s", e.Stage, e.Fault, f.id, what).Error())
	}
	return lines
}

// named puts the fault into the origin of an injected answer.
type named struct {
	faults *Faults
	next   pipeline.Model
}

// Chat implements pipeline.Model.
func (n named) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := n.next.Chat(ctx, req)
	if e := n.faults.at(req.Path); e != nil {
		resp.Origin.From = FromFault + e.Fault
	}
	return resp, err
}
