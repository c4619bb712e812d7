package faulting

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/server"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/reports/jsontext"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/inject"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// New returns the verb faults.
func New(shared *shell.App) *cobra.Command {
	a := &app{shared}
	var o options
	cmd := &cobra.Command{
		Use:   "faults",
		Short: "Break the calls of cases on purpose, and score the fallbacks",
		Long: `faults lets one call of a case go wrong at a time, runs the case again, and judges what follows: the matrix of stage,
fault and case. Without filters it runs the suites that have a ` + "`faults:`" + ` mapping; --suite, --case, --stage and --fault
choose any others, by default with all stages and faults, and --all leaves nothing out.

It fails when a cell is a crash, a hang, an error or a wrong fallback, and when an answer that is read strictly or
extracted does silent damage. What a repair makes of an answer is shown beside that. docs/fallbacks.md explains the
verdicts, and what is expected of each fault.

The faults:
` + faultNames() + `

` + exit.Help,
		Example: `  beaver-eval faults                                        # the suites that have a matrix
  beaver-eval faults --suite beaver --stage router          # all that a router can meet
  beaver-eval faults --fault 'timeout*' --fault status-500
  beaver-eval faults --seed 7 --case refund --cell turn-1/router:truncated-json@12:strict
  beaver-eval faults --vectors vectors.jsonl                # the reply policies on malformed answers of others`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			return a.faults(cmd.Context(), o)
		},
	}
	o.flags(cmd)
	return cmd
}

// faultNames are those of all faults, class by class, in lines that fit a terminal.
func faultNames() string {
	const most = 100
	var b strings.Builder
	for _, class := range fault.Classes() {
		line := "  " + string(class) + ":"
		for _, f := range fault.All() {
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
	if suites, err = o.chosen(suites); err != nil {
		return err
	}
	_, err = project.FindCases(ctx, suites, o.Choice())
	if err := errors.Join(err, project.FindStages(suites, o.Stages)); err != nil {
		return err
	}
	report, err := a.run(ctx, p, suites, o)
	ended := err
	if err != nil && (!errors.Is(err, context.Canceled) || report == nil || report.Cases == 0) {
		return err
	}
	switch o.format {
	case "json":
		err = jsontext.Write(a.Data, report)
	case "markdown":
		err = a.markdown(report, stagesOf(suites))
	default:
		err = a.scorecard(report)
	}
	switch {
	case err != nil:
		return exit.Fault(err)
	case ended != nil: // by Ctrl-C: what had ended by then is printed
		return ended
	case len(report.Errors) > 0:
		return &exit.Error{Code: exit.Input}
	case report.Cells == 0 && report.Skipped < report.Cases:
		return o.nothing()
	case report.Failed > 0:
		return &exit.Error{Code: exit.Gate}
	}
	return nil
}

// stagesOf are the stages of the systems that the suites run on.
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

// chosen are the suites to break: those that have a matrix, unless a filter names any.
func (o *options) chosen(all []*project.Suite) ([]*project.Suite, error) {
	cases := o.Choice()
	if len(o.Suites) > 0 || !cases.All() || len(o.Stages) > 0 || len(o.faults) > 0 {
		return all, nil
	}
	with := slices.DeleteFunc(slices.Clone(all), func(s *project.Suite) bool { return !s.HasMatrix() })
	if len(with) == 0 {
		return nil, errors.New("no suite has a `faults:` mapping; `beaver-eval faults --suite NAME` breaks the calls " +
			"of any")
	}
	return with, nil
}

// nothing says that no cell was found.
func (o *options) nothing() error {
	if o.cell != "" {
		return fmt.Errorf("--cell %s: there is no such cell; a cell is PATH:FAULT:POLICY, as failing ones are printed",
			o.cell)
	}
	return errors.New("no call matches that could break so")
}

// run breaks the cases, and keeps the rows of all of them. The report is that of the cases that had ended, also beside
// an error.
func (a *app) run(
	ctx context.Context, p *project.Project, suites []*project.Suite, o options,
) (report *faults.Report, err error) {
	broken := &server.Broken{RealTime: o.realTime}
	defer func() { err = errors.Join(err, broken.Close()) }()
	kept, err := openRows(p, o)
	if err != nil {
		return nil, exit.Fault(err)
	}
	defer func() { err = errors.Join(err, kept.abort()) }()
	total := 0
	for _, s := range suites {
		total += s.Len()
	}
	bar := a.NewProgress(total, "cases", false)
	report = faults.NewReport(o.seed)
	ran := faults.Options{
		Cases: o.Choice(), Workers: o.workers,
		Matrix: func(s *project.Suite) *faults.Matrix { return o.matrix(s, broken.Exchange) },
	}
	err = faults.Run(ctx, suites, slices.Sorted(maps.Keys(a.Systems)), ran, bar.Step, func(c faults.CaseCells) error {
		report.Add(c)
		return kept.add(c)
	})
	if closed := bar.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return report, err
	}
	return report, exit.Fault(kept.close())
}

// realTimeLimit is how long a run may take whose calls wait for their deadlines.
const realTimeLimit = 15 * time.Minute

// matrix is what breaks in a suite: what the flags say, else its own.
func (o *options) matrix(s *project.Suite, exchange inject.Exchange) *faults.Matrix {
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
