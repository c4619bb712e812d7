package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/beaver-eval/beaver-eval/reports/comparison"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/paired"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// mostSeed is the highest seed that is drawn: people copy it.
const mostSeed = 999_999

// checkUntil rejects gates that test a margin: their intervals are for cases chosen beforehand.
func (g *gates) checkUntil(o runOptions) error {
	if o.until == "" {
		return nil
	}
	var errs []error
	for _, gate := range g.pairs {
		if gate.Points {
			errs = append(errs, fmt.Errorf("gate %q: --until decided stops when its cases decide, and a margin is "+
				"tested on cases chosen beforehand: leave --until out", gate.Text))
		}
	}
	return errors.Join(errs...)
}

// errDecided ends the runs of two models.
var errDecided = errors.New("it is decided which model is better")

// deciding stops two runs once it is decided which is better.
type deciding struct {
	runs  []*playing
	state stored.Until
	seen  comparison.Sequence
	says  paired.Sequential
}

// until lets two runs stop once it is decided which is better.
func (a *app) until(runs []*playing, o runOptions) *deciding {
	d := &deciding{runs: runs, state: stored.Until{Seed: o.seed}}
	if o.seed == 0 {
		d.state.Seed = 1 + rand.Uint64N(mostSeed)
	}
	for i, p := range runs {
		p.until = func() *stored.Until { return d.of(p.name) }
		p.seen = func(c *rows.Case) { d.seen.Add(i, c) }
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: the order of cases is drawn: --seed %d draws it again\n", d.state.Seed)
	return d
}

// run asks both models about the cases in the drawn order. A decision is no error.
func (d *deciding) run(ctx context.Context, a *app, j *job, parts []runner.Part) error {
	err := runner.InDrawnOrder(ctx, j.suites, a.Systems, parts, d.state.Seed, func(ended, of int) error {
		d.says, d.state.Cases, d.state.Of = d.seen.Look(), ended, of
		if d.state.Decided = d.says.Decide() != paired.NotDecided; d.state.Decided {
			return errDecided
		}
		return nil
	})
	if errors.Is(err, errDecided) {
		return nil
	}
	return err
}

// of returns what run.json says of one of the runs.
func (d *deciding) of(name string) *stored.Until {
	info := d.state
	for _, p := range d.runs {
		if p.name != name {
			info.With = p.name
		}
	}
	return &info
}

// next says how runs that were interrupted go on.
func (d *deciding) next() string {
	seen := ""
	if d.state.Of > 0 {
		seen = fmt.Sprintf(" after %s (evidence %.3g; %g would decide)", &d.state, math.Exp(d.says.LogEvidence()),
			1/paired.Alpha)
	}
	return fmt.Sprintf("not decided%s: `run --resume` asks the other cases of a run, to the last; then `beaver-eval "+
		"compare` reads p once. The same command with --seed %d asks everything again", seen, d.state.Seed)
}
