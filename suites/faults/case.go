package faults

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// NoRunError says that a case has no intended run.
type NoRunError struct{ Err error }

func (e *NoRunError) Error() string {
	return "there is nothing to break: the case fails even without faults: " + oneLine(e.Err.Error())
}

func (e *NoRunError) Unwrap() error { return e.Err }

// appWork is the work on one case.
type appWork struct {
	*AppMatrix
	suite    *project.Suite
	prepared *runner.Prepared
	wanted   map[key]wanted
	intended *course
	cells    []AppCell
	unfit    []AppUnfit
}

// Cells breaks the calls of a case, one after the other, and says which cannot break. It stops when ctx ends. Its error
// is a *NoRunError, or a mistake of the harness.
func (m *AppMatrix) Cells(ctx context.Context, s *project.Suite, p *runner.Prepared) ([]AppCell, []AppUnfit, error) {
	w := &appWork{AppMatrix: m, suite: s, prepared: p, wanted: map[key]wanted{}}
	watch := &watcher{wanted: w.wanted}
	ran := p.Run(ctx, runner.Variant{Arrivals: func(next pipeline.Arrivals) pipeline.Arrivals {
		watch.next = next
		return watch
	}})
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	if ran.Err != nil {
		return nil, nil, &NoRunError{ran.Err}
	}
	w.intended = courseOf(ran, w.wanted, s.Masker().Text)
	plan := w.plan()
	m.planned(len(plan))
	for _, in := range plan {
		if err := w.inject(ctx, in); err != nil {
			return nil, nil, err
		}
	}
	return w.cells, w.unfit, nil
}

// plan returns the selected faults of the intended run's requests.
func (w *appWork) plan() []injection {
	var all []injection
	for i := range w.intended.asks {
		a := &w.intended.asks[i]
		if !w.chosen(a) {
			continue
		}
		for _, f := range w.faults() {
			broken, lacks := f.InApplication(w.subject(a, f))
			if len(broken) == 0 {
				unfit := AppUnfit{Suite: w.suite.Name, Stage: a.request.Stage, Fault: f.Name, Why: lacks}
				w.unfit = append(w.unfit, unfit)
			}
			for _, b := range broken {
				in := injection{intended: w.intended, target: a, nth: w.nth(i), fault: f, name: f.Name, put: b.Response}
				if b.At != "" {
					in.name += "@" + b.At
				}
				if f.Application.How == "" {
					in.put.Origin = pipeline.Origin{Source: pipeline.SourceScripted, From: fromFault}
				}
				if w.wants(a.request.Path, in.name) {
					all = append(all, in)
				}
			}
		}
	}
	return all
}

// subject returns the answer to a request as a fault breaks it.
func (w *appWork) subject(a *ask, f fault.Fault) fault.Subject {
	return fault.Subject{
		Stage: fault.StageOf(a.request, a.answer), Request: a.request, Answer: a.answer,
		Rand:     fault.Chance(DefaultSeed, w.suite.Name, w.prepared.ID(), a.request.Path, f.Name),
		Streamed: a.streamed, Provider: a.provider,
	}
}

// wants reports whether a cell is tried, the first time or each time that the request is sent.
func (w *appWork) wants(path, name string) bool {
	return w.Cell == "" || w.Cell == cellName(path, name, false) || w.Cell == cellName(path, name, true)
}

// inject tries a fault the first time that a request is sent and, if the program then sends it again, every time.
func (w *appWork) inject(ctx context.Context, in injection) error {
	first, err := w.try(ctx, in)
	if err != nil {
		return err
	}
	w.add(first)
	if first.Verdict != result.AppRetried || in.fault.Application.Once {
		return nil
	}
	w.planned(1)
	in.every = true
	every, err := w.try(ctx, in)
	if err != nil {
		return err
	}
	w.add(every)
	return nil
}

// add keeps a selected cell.
func (w *appWork) add(c *AppCell) {
	if w.Progress != nil {
		w.Progress.Step()
	}
	if w.Cell != "" && w.Cell != c.Name() {
		return
	}
	if w.Cell == "" {
		c.Steps = nil
	}
	w.cells = append(w.cells, *c)
}

// try runs the case with one request broken.
func (w *appWork) try(ctx context.Context, in injection) (*AppCell, error) {
	c := &AppCell{
		Suite: w.suite.Name, Case: w.prepared.ID(), Path: in.target.request.Path, Stage: in.target.request.Stage,
		Fault: in.name, Every: in.every, Class: in.fault.Class,
	}
	within, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	b := &breaker{injection: in, stop: stop}
	ran := w.prepared.Run(within, runner.Variant{
		TurnLimit: w.limit(),
		Arrivals: func(next pipeline.Arrivals) pipeline.Arrivals {
			b.next = next
			return b
		},
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	b.mu.Lock() // an answer may still be on its way to an ended program
	defer b.mu.Unlock()
	if b.endless == "" && ran.Err != nil && result.IsBug(ran.Err) {
		return nil, fmt.Errorf("%s: %w", c.Name(), ran.Err)
	}
	got := courseOf(ran, w.wanted, w.suite.Masker().Text)
	if b.broken == 0 {
		return nil, fmt.Errorf("%s: %w", c.Name(), errors.Join(errNotAsked, ran.Err))
	}
	judge(c, w.intended, got, b)
	c.Steps = stepsOf(got, b)
	c.mask(w.suite)
	return c, nil
}

// errNotAsked says that the runs of a case differ even without faults.
var errNotAsked = errors.New("the request does not come again when the case is run again " +
	"(`beaver-eval run --twice` shows what differs)")

// nth returns the position of a request among identical ones, from 1.
func (w *appWork) nth(i int) int {
	n := 1
	for _, a := range w.intended.asks[:i] {
		if a.key == w.intended.asks[i].key {
			n++
		}
	}
	return n
}

// stepsOf returns the requests of a run and its replies.
func stepsOf(c *course, b *breaker) []AppStep {
	var steps []AppStep
	same := 0 // requests identical to the broken one
	for i := range c.asks {
		a := &c.asks[i]
		s := AppStep{a.request.Path, "request", lastOf(a.request)}
		if a.key == b.target.key {
			if same++; same >= b.nth && same < b.nth+b.broken {
				s.What = "broken"
			}
		}
		steps = append(steps, s)
	}
	for _, r := range c.replies {
		steps = append(steps, AppStep{r.place, "reply", r.text})
	}
	return steps
}
