package run

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/terminal"
	"github.com/beaver-eval/beaver-eval/suites/driven"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// judge returns the judge of each case that ends while tests drive an application: it prints the case as run does at
// its end. Nothing is kept.
func (a *app) judge(j *job, o runOptions) driven.Judge {
	if o.accept {
		return a.Uncompared
	}
	diff := terminal.DiffKnows
	if o.noReport {
		diff = terminal.DiffKnowsNot
	}
	return func(ctx context.Context, s *project.Suite, src fixtures.Source) (bool, string, error) {
		res, err := runner.One(ctx, s, src, a.Systems, runner.Options{Compare: true, Now: time.Now()})
		if err != nil {
			return false, "", err
		}
		var text bytes.Buffer
		screen := &console.Writer{W: &text, Change: a.Screen.People}
		short := terminal.NewShort(screen, terminal.Settings{
			Explain: Explained, System: j.system, Diff: diff,
			Next: func(seen *overview.Overview) []string { return nextOfTest(seen, j, o, s) },
		})
		seen := overview.New(func(string) *stored.Baseline { return nil })
		told := console.Stream{Seen: seen, Handlers: []console.Handler{short}}
		if err := told.Case(rows.NewCase(res)); err != nil {
			return false, "", err
		}
		if err := seen.Finish(ctx, 0, metric.Gates{Run: gatesOfTest(j.ci)}); err != nil {
			return false, "", err
		}
		v := verdict(seen, filter.New(nil), nil)
		if v == nil {
			return true, "", nil
		}
		seen.Exit = console.ExitCode(v)
		err = told.End()
		return false, text.String(), err
	}
}

// gatesOfTest returns the gates of one case that has ended.
func gatesOfTest(ci bool) []metric.Gate {
	return slices.DeleteFunc(metric.DefaultGates(ci, false), func(g metric.Gate) bool {
		return g.Text == metric.Uncompared
	})
}

// nextOfTest returns what to do after a test whose prompts are not as accepted.
func nextOfTest(seen *overview.Overview, j *job, o runOptions, s *project.Suite) []string {
	switch differ := seen.Total.Prompts.Differ(); {
	case differ == 0 || seen.Total.Errors > 0:
		return nil
	case j.ci:
		return []string{"next: run this test on your machine, and commit what you accept"}
	default:
		return []string{"next: if it is meant so, " + acceptTests(s, o)}
	}
}
