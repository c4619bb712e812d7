package run

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/touched"
)

const (
	// many is from how many cases on a round takes longer than somebody wants to wait for a first verdict.
	many = 500
	// mostFirst is how many cases run before all of them. Those that were not green come first.
	mostFirst = 10
)

// playFirst runs a few of many cases, whose verdict is there while all of them still run. tell prints how many.
func (w *watching) playFirst(ctx context.Context, j *job, o runOptions, now *touched.Now,
	run map[filter.CaseName]bool, tell func(int) error) error {
	if !w.begun || len(run) < many || j.asking != nil || slices.ContainsFunc(j.suites, (*project.Suite).IsApplication) {
		return nil
	}
	first := map[filter.CaseName]bool{}
	for _, name := range slices.Concat(w.cases.Red(nil), slices.SortedFunc(maps.Keys(run), filter.CaseName.Compare)) {
		if run[name] && len(first) < mostFirst {
			first[name] = true
		}
	}
	if err := tell(len(first)); err != nil {
		return err
	}
	few := *j
	few.gates = j.gates.clone()
	few.only(first, now)
	o.noReport = true
	err := w.app.play(ctx, &few, o, time.Now())
	if e, is := errors.AsType[*console.Error](err); is && e.Err == nil { // everything is printed
		return nil
	}
	return err
}
