package faults

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// New returns the verb faults.
func New(shared *console.App) *cobra.Command {
	a := &app{shared}
	var o options
	cmd := &cobra.Command{
		Use:   "faults",
		Short: "Break the calls of cases on purpose, and score the fallbacks",
		Long: `faults breaks one call of a case at a time, runs the case again, and judges what follows: a matrix of stage, fault and
case. Without filters it runs all applications, and the suites of built-in systems that have a ` + "`faults:`" + ` mapping; in a
project with neither, all suites. --suite, --case, --stage and --fault choose any others, by default with all stages
and faults; --all leaves nothing out.

It fails if a cell is a crash, a hang, an error or a wrong fallback, or if a broken answer that is read strictly or
extracted does silent damage. What a repair makes of the answer is shown beside that.
docs/fallbacks.md explains the verdicts, and what is expected of each fault.

An application (system: app) declares no fallbacks. Its calls break too, and faults says what the program did: as
intended, retried, other, passed on, empty reply, program crashed, program hung, still retrying. These fail only by
gates of its suite, such as faults.crashed <= 0 (docs/faults-applications.md).

--declared runs the cases of all suites, or of those that the filters choose. Each call fails once for each reason that
its stage can meet; the rest of the case must then go on as if the model had given the answer that the stage declares
(pipeline.Declared). Each difference is reported with the first thing that differs, and the exit code is 1. Applications
declare nothing, and are left out.

--fault takes names, globs over them, and the classes answer, transport and tool. The faults of built-in systems:
` + faultNames(fault.OfSystems()) + `

The faults of applications; some spellings of JSON are tried only with --all or if --fault names them:
` + faultNames(fault.OfApplications()) + `
A fault that has several places in an answer is tried at each: missing-key@items[0].city. empty is an answer without
text, body-empty an HTTP body without any.

` + console.ExitHelp,
		Example: `  beaver-eval faults                                        # all applications, and suites with a matrix
  beaver-eval faults --suite beaver --stage router          # every fault that a router can meet
  beaver-eval faults --fault 'timeout*' --fault status-500
  beaver-eval faults --seed 7 --case refund --cell turn-1/router:truncated-json@12:strict
  beaver-eval faults --suite my-app --stage router          # an application
  beaver-eval faults --declared                             # whether fallbacks do what their stages declare
  beaver-eval faults --declared --suite beaver --case 'router-*' --stage router
  beaver-eval faults --declared --format json | jq '.found[]'
  beaver-eval faults --vectors vectors.jsonl                # how the reply policies read malformed answers in a file`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			if o.declared {
				return a.holdDeclared(cmd.Context(), o)
			}
			return a.faults(cmd.Context(), o)
		},
	}
	o.flags(cmd)
	return cmd
}

// faultNames returns the names of faults, by class, in lines that fit a terminal.
func faultNames(of []fault.Fault) string {
	const most = 100
	var b strings.Builder
	for _, class := range fault.Classes() {
		line := "  " + string(class) + ":"
		for _, f := range of {
			if f.Class != class {
				continue
			}
			if len(line)+1+len(f.Name) > most {
				b.WriteString(line + "\n")
				line = "   "
			}
			line += " " + f.Name
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// faults runs the matrix.
func (a *app) faults(ctx context.Context, o options) error {
	if o.vectors != "" {
		return a.vectors(ctx, o.vectors, o.format)
	}
	p, err := a.Project()
	if err != nil {
		return err
	}
	suites, err := project.Load(ctx, p, a.Systems, o.Suites)
	if err == nil {
		err = a.CheckPrompts(suites, false)
	}
	if err != nil {
		return err
	}
	suites, driven := split(suites, (*project.Suite).Driven) // whose calls break in their tests
	if suites, err = o.chosen(suites); len(suites) == 0 && len(driven) > 0 {
		return errors.New(byTests(driven[0]))
	}
	if err != nil {
		return err
	}
	for _, s := range driven {
		fmt.Fprintf(a.Stderr, "beaver-eval: left out: %s\n", byTests(s))
	}
	_, err = project.FindCases(ctx, suites, o.Choice())
	if err := errors.Join(err, project.FindStages(suites, o.Stages)); err != nil {
		return err
	}
	return a.breaks(ctx, p, suites, o)
}

// both is the outcome of a run over systems and applications. Its JSON is what --format json prints.
type both struct {
	*faults.Report                   // nil: no suite has a built-in system
	Applications   *faults.AppReport `json:"applications,omitempty"` // nil: no suite has an application
}

// breaks runs the matrix of each suite, those of systems first, and prints the outcome.
func (a *app) breaks(
	ctx context.Context, p *project.Project, suites []*project.Suite, o options,
) (err error) {
	systems, applications := split(suites, (*project.Suite).IsApplication)
	kept, err := openRows(p, o)
	if err != nil {
		return console.Fault(err)
	}
	defer func() { err = errors.Join(err, kept.abort()) }()
	var got both
	var ended error
	if len(systems) > 0 {
		got.Report, ended = a.run(ctx, systems, kept, o)
		if ended != nil && (!errors.Is(ended, context.Canceled) || got.Report == nil || got.Report.Cases == 0) {
			return ended
		}
	}
	if ended == nil {
		got.Applications, ended = a.runApplications(ctx, applications, kept, o)
		if ended != nil && (!errors.Is(ended, context.Canceled) || got.Applications.Cases == 0 && got.Report == nil) {
			return ended
		}
	}
	if ended == nil {
		if err := kept.close(); err != nil {
			return console.Fault(err)
		}
	}
	if err := a.print(&got, systems, o); err != nil {
		return console.Fault(err)
	}
	if ended != nil { // by Ctrl-C: finished cases are printed
		return ended
	}
	return o.outcome(&got)
}

func (a *app) print(got *both, systems []*project.Suite, o options) (err error) {
	if o.format == "json" {
		return printable.WriteJSON(a.Data, got)
	}
	switch {
	case got.Report == nil:
	case o.format == "markdown":
		err = a.markdown(got.Report, stagesOf(systems))
	default:
		err = a.scorecard(got.Report)
	}
	switch {
	case got.Applications == nil || err != nil:
		return err
	case o.format == "markdown":
		return a.applicationsPage(got.Applications)
	case got.Report != nil:
		fmt.Fprintln(a.Stdout)
	}
	return a.applications(got.Applications, o.full)
}

// outcome returns the verb's error: a case that cannot run takes precedence over a failing cell.
func (o *options) outcome(got *both) error {
	cells, open, failed := 0, false, false
	var errs int
	if r := got.Report; r != nil {
		cells, open, failed, errs = r.Cells, r.Skipped < r.Cases, r.Failed > 0, len(r.Errors)
	}
	if r := got.Applications; r != nil {
		cells, open, failed = cells+len(r.Cells), open || r.Skipped < r.Cases, failed || r.Broken()
		errs += len(r.Errors)
	}
	switch {
	case errs > 0:
		return &console.Error{Code: console.Input}
	case cells == 0 && open:
		return o.nothing(got)
	case failed:
		return &console.Error{Code: console.Gate}
	}
	return nil
}

// stagesOf returns the stages of the systems that the suites run on.
func stagesOf(suites []*project.Suite) []pipeline.Stage {
	var all []pipeline.Stage
	seen := map[string]bool{}
	for _, s := range suites {
		if !seen[s.System] {
			seen[s.System] = true
			all = append(all, s.Vocabulary().Stages...)
		}
	}
	return all
}

// byTests says how the calls of a suite break whose program only its own tests run.
func byTests(s *project.Suite) string {
	return fmt.Sprintf("the tests of the suite %s run its program, and a test says which fault it meets: "+
		`@pytest.mark.beaver(fault="missing-key@STAGE"), await beaver.fault('missing-key@STAGE') in vitest, `+
		`"fault" in the line that begins it (docs/own-application.md)`, s.Name)
}

// chosen returns the suites to break. Without filters these are the applications that can be started, and the built-in
// systems that have a matrix; in a project with neither, all whose cases have no faults of their own.
func (o *options) chosen(all []*project.Suite) ([]*project.Suite, error) {
	cases := o.Choice()
	if len(o.Suites) > 0 || !cases.All() || len(o.Stages) > 0 || len(o.faults) > 0 {
		return all, nil
	}
	var chosen, plain []*project.Suite
	for _, s := range all {
		switch {
		case len(s.Injected()) > 0:
		case s.IsApplication(), s.HasMatrix():
			chosen = append(chosen, s)
		default:
			plain = append(plain, s)
		}
	}
	switch {
	case len(chosen) > 0:
		return chosen, nil
	case len(plain) > 0:
		return plain, nil
	}
	return nil, errors.New("no suite has a program to start or a `faults:` mapping; " +
		"`beaver-eval faults --suite NAME` breaks calls of any suite")
}

// nothing returns the error that no cell was found.
func (o *options) nothing(got *both) error {
	if o.cell != "" {
		return fmt.Errorf("--cell %s: there is no such cell; a cell is PATH:FAULT:POLICY, of an "+
			"application PATH:FAULT or PATH:FAULT:every, as it is printed",
			o.cell)
	}
	if r := got.Applications; r != nil && len(r.Unfit) > 0 {
		return fmt.Errorf("no matching call can break like this: %s", cannotBreak(r))
	}
	return errors.New("no matching call can break like this")
}

// run breaks the cases, and keeps the rows of all of them. The report covers the cases that ended, even with an error.
func (a *app) run(
	ctx context.Context, suites []*project.Suite, kept keptRows, o options,
) (report *faults.Report, err error) {
	broken := &console.BrokenServer{RealTime: o.realTime}
	defer func() { err = errors.Join(err, broken.Close()) }()
	total := 0
	for _, s := range suites {
		total += s.Len()
	}
	bar := a.NewProgress(total, "cases", false)
	report = faults.NewReport(o.seed)
	entries := a.Cache(o.noCache)
	defer entries.Trim()
	ran := faults.Options{
		Cases: o.Choice(), Workers: o.workers, Kept: a.KeptCells(entries),
		Matrix: func(s *project.Suite) *faults.Matrix { return o.matrix(s, broken.Exchange) },
	}
	err = faults.Run(ctx, suites, slices.Sorted(maps.Keys(a.Systems)), ran, bar.Step, func(c faults.CaseCells) error {
		report.Add(c)
		return kept.add(c.Suite, c.Case, c.Cells)
	})
	if closed := bar.Close(); err == nil {
		err = closed
	}
	return report, err
}

// realTimeLimit is how long a run may take whose calls wait for their deadlines.
const realTimeLimit = 15 * time.Minute

// matrix returns the matrix of a suite: that of the flags, else its own.
func (o *options) matrix(s *project.Suite, exchange runner.Exchange) *faults.Matrix {
	m := faults.Of(s)
	m.Cell, m.Seed, m.Exchange = o.cell, o.seed, exchange
	if o.realTime {
		m.Limit = realTimeLimit
	}
	if o.all || o.cell != "" {
		m.Stages, m.Faults, m.Sample = nil, nil, 0
	}
	if len(o.Stages) > 0 {
		m.Stages = o.Stages
	}
	if len(o.faults) > 0 {
		m.Faults, m.Sample = o.faults, 0
	}
	return m
}
