package faults

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// cells breaks the calls of a case, one after the other, until ctx ends. It returns their cells, and the details of a
// single selected one.
func (m *Matrix) cells(ctx context.Context, s *project.Suite, p *runner.Prepared) ([]result.Cell, []*Detail, error) {
	w := &work{Matrix: m, ctx: ctx, suite: s, prepared: p, cases: map[pipeline.Policy]*Case{},
		calls: map[pipeline.Policy]*Call{}}
	stages := s.Vocabulary().Stages
	w.options = CaseOptions{Stages: stages, Otherwise: m.Otherwise}
	if err := w.intended("").Err; err != nil {
		return nil, nil, err
	}
	chosen := m.faults()
	for _, e := range w.intended("").Log {
		st, known := pipeline.FindStage(stages, e.Stage)
		if e.Kind != pipeline.EntryCall || !known ||
			!filter.MatchesCall(m.Stages, e.Stage, e.Path) || !filter.MatchesCall(m.Only, e.Stage, e.Path) {
			continue
		}
		for _, f := range chosen {
			if f.Fits(st) {
				w.fault(e, st, f)
			}
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
		}
	}
	return w.cells, w.details, nil
}

// faults returns the selected faults, including that of the single selected cell.
func (m *Matrix) faults() []fault.Fault {
	var chosen []fault.Fault
	for _, f := range fault.OfSystems() {
		named := strings.Contains(m.Cell, ":"+f.Name+":") || strings.Contains(m.Cell, ":"+f.Name+"@")
		if named || len(m.Faults) == 0 && !f.Every || len(m.Faults) > 0 && project.MatchesFault(m.Faults, f) {
			chosen = append(chosen, f)
		}
	}
	return chosen
}

// wants reports whether a cell is tried. A single selected cell is tried with the others of its call, since a
// declaration in words has the same outcome for all of them.
func (w *work) wants(c *result.Cell, f fault.Fault) bool {
	if w.Cell == "" || w.Cell == c.Name() {
		return true
	}
	return !f.Every && strings.HasPrefix(w.Cell, c.Path+":") && strings.HasSuffix(w.Cell, ":"+string(c.Policy))
}

// sample returns the requested number of broken answers, in their order.
func (w *work) sample(all []fault.Broken, chance *rand.Rand) []fault.Broken {
	if w.Sample == 0 || w.Cell != "" {
		return all
	}
	for len(all) > w.Sample {
		i := chance.IntN(len(all))
		all = slices.Delete(all, i, i+1)
	}
	return all
}

// fault tries one fault at a call of the intended run, in every possible way.
func (w *work) fault(e pipeline.Entry, st pipeline.Stage, f fault.Fault) {
	x, _ := w.intended("").Calls.At(e.Path)
	subject := fault.Subject{Stage: st, Request: x.Request, Answer: x.Response, Rand: w.chance(e.Path, f.Name)}
	broken := []fault.Broken{{}}
	if f.Class == fault.Answer || f.Class == fault.Tool && f.Tool == "" {
		broken = w.sample(f.Break(subject), subject.Rand)
	} else if f.Class == fault.Tool && len(x.Response.ToolCalls) == 0 {
		return
	}
	for _, b := range broken {
		name := f.Name
		if b.At != "" {
			name += "@" + b.At
		}
		for _, policy := range w.policies(st, f) {
			c := result.Cell{Path: e.Path, Stage: e.Stage, Fault: name, Class: string(f.Class), Policy: policy}
			if w.Judged && !c.Judged() || !w.wants(&c, f) {
				continue
			}
			if c = w.try(c, e, f, b); w.Cell == "" || w.Cell == c.Name() {
				w.cells = append(w.cells, c)
			}
		}
	}
}
