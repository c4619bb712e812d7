package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// gates holds the gates of a run with their baselines.
type gates struct {
	metric.Gates
	run     *stored.Baseline            // of --baseline; nil: none
	ofSuite map[string]*stored.Baseline // of the suites that name one, without --baseline
	tests   []metric.Verdict            // on the commands that drove applications
	pairs   []metric.Gate               // on the comparison at the end
}

// openGates reads gates and baselines before anything runs.
func (a *app) openGates(ctx context.Context, p *project.Project, loaded []*project.Suite, left []stored.NotDriven,
	o runOptions, ci bool) (*gates, error) {
	all, err := project.GatesOf(loaded, ci, o.live(), o.gates, o.noGates)
	systems := slices.Sorted(maps.Keys(a.Systems))
	for _, gate := range all.Run {
		err = errors.Join(err, project.CheckLabels(ctx, loaded, systems, gate))
	}
	if err != nil {
		return nil, err
	}
	if len(loaded) == 0 { // all are left out: nothing to measure
		byDefault := metric.DefaultGates(ci, o.live())
		all.Run = slices.DeleteFunc(all.Run, func(g metric.Gate) bool { return slices.Contains(byDefault, g) })
	}
	if ci && o.Whole() && !o.partial && !o.live() { // other runs do not look for orphans
		all.Run = append(all.Run, metric.OrphanGate())
	}
	apps := len(left) > 0 || slices.ContainsFunc(loaded, (*project.Suite).IsApplication)
	if ci && apps && o.asksItself() {
		all.Run = append(all.Run, metric.NotDrivenGate())
	}
	if o.partial {
		all.Run = slices.DeleteFunc(all.Run, func(g metric.Gate) bool { return g.Text == metric.Uncompared })
	}
	if !o.live() && slices.ContainsFunc(loaded, (*project.Suite).HasMatrix) {
		all.Run = append(all.Run, metric.FaultsGate())
	}
	var pairs []metric.Gate
	if o.compare || o.several() && o.baseline == "" {
		all.Run, pairs = cutPairs(all.Run)
	}
	g := &gates{Gates: all, pairs: pairs, ofSuite: map[string]*stored.Baseline{}}
	if o.baseline != "" {
		folder, err := stored.Find(p.OnDisk(p.Reports), o.baseline)
		if err == nil {
			g.run, err = stored.ReadBaseline(ctx, folder, names(loaded), all.All())
		}
		if err != nil {
			return nil, fmt.Errorf("--baseline: %w", err)
		}
	}
	var errs []error
	for _, s := range loaded {
		errs = append(errs, g.openSuite(ctx, p, s, all.All()))
	}
	for _, gate := range all.Run {
		if gate.NeedsBaseline() && g.run == nil && (gate.Suite == "" || g.ofSuite[gate.Suite] == nil) {
			errs = append(errs, fmt.Errorf("gate %q has nothing to compare with: name an older run with "+
				"--baseline", gate.Text))
		}
	}
	return g, errors.Join(errs...)
}

// cutPairs separates the gates that a comparison of two runs evaluates.
func cutPairs(all []metric.Gate) (rest, pairs []metric.Gate) {
	for _, g := range all {
		if g.NeedsBaseline() && !g.NeedsCalls() && g.Suite == "" {
			pairs = append(pairs, g)
		} else {
			rest = append(rest, g)
		}
	}
	return rest, pairs
}

// clone returns gates that can be narrowed without these.
func (g *gates) clone() *gates {
	c := *g
	c.Run, c.Suites, c.ofSuite = slices.Clone(g.Run), maps.Clone(g.Suites), maps.Clone(g.ofSuite)
	return &c
}

// only leaves out the gates over more cases than run. suites are those with a case that runs, whole those whose cases
// all run; everything says that all cases of all suites run. Gates on each single case stay.
func (g *gates) only(suites []*project.Suite, whole map[string]bool, everything bool) {
	each := metric.DefaultGates(false, false)
	if slices.ContainsFunc(suites, (*project.Suite).HasMatrix) {
		each = append(each, metric.FaultsGate())
	}
	g.Run = slices.DeleteFunc(g.Run, func(gate metric.Gate) bool {
		return !slices.Contains(each, gate) && !whole[gate.Suite] && !(everything && gate.Suite == "")
	})
	maps.DeleteFunc(g.Suites, func(suite string, _ []metric.Gate) bool { return !whole[suite] })
	maps.DeleteFunc(g.ofSuite, func(suite string, _ *stored.Baseline) bool { return !whole[suite] })
}

// openSuite reads the baseline that a suite names; --baseline takes precedence.
func (g *gates) openSuite(ctx context.Context, p *project.Project, s *project.Suite,
	all []metric.Gate) error {
	own := s.OwnGates()
	if g.run == nil && s.BaselineFile() != "" {
		folder := p.OnDisk(s.BaselineFile())
		b, err := stored.ReadBaseline(ctx, folder, []string{s.Name}, all)
		if err != nil {
			return pipeline.FileErrorf(s.File(), 0, "baseline: %w", err)
		}
		g.ofSuite[s.Name] = b
	}
	if i := slices.IndexFunc(own, metric.Gate.NeedsBaseline); i >= 0 && g.run == nil && g.ofSuite[s.Name] == nil {
		return pipeline.FileErrorf(s.File(), 0, "gate %q has nothing to compare with: "+
			"name an older run with --baseline, or as baseline: in the suite", own[i].Text)
	}
	return nil
}

func names(loaded []*project.Suite) []string {
	var all []string
	for _, s := range loaded {
		all = append(all, s.Name)
	}
	return all
}

// baseline returns the older run that a suite is compared with; nil: none.
func (g *gates) baseline(suite string) *stored.Baseline {
	if g.run != nil {
		return g.run
	}
	return g.ofSuite[suite]
}

// judge completes the run's overview with the gates.
func (g *gates) judge(ctx context.Context, seen *overview.Overview, took time.Duration) error {
	if g.run != nil {
		seen.Baselines = append(seen.Baselines, g.run.Comparison(""))
	}
	for _, suite := range slices.Sorted(maps.Keys(g.ofSuite)) {
		seen.Baselines = append(seen.Baselines, g.ofSuite[suite].Comparison(suite))
	}
	err := seen.Finish(ctx, took, g.Gates)
	seen.Gates = append(seen.Gates, g.tests...)
	return err
}

// ofTests returns the verdict on the command that drove an application, so that every report shows its failure. The
// suite is empty if there is only this one. --no-gate cannot drop it.
func (a *app) ofTests(suite string, failed error) metric.Verdict {
	v := metric.Verdict{Suite: suite, Gate: "tests", Measure: "tests", Want: "exit code 0",
		Got: "exit code 0", Holds: failed == nil}
	if failed != nil {
		v.Got = strings.ToValidUTF8(a.Screen.Mask(failed.Error()), "\uFFFD")
	}
	return v
}
