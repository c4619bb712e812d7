package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/comparison"
	"github.com/beaver-eval/beaver-eval/reports/page"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/sidebyside"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

type compareOptions struct {
	metric, by, margin, format string
	pairs, gates               []string
	all                        bool
}

// newCompare returns the verb compare.
func newCompare(shared *console.App) *cobra.Command {
	a := &reportApp{shared}
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare A B [C...] | RUN --by system",
		Short: "Say which of two runs is better, by how much, and which cases turned",
		Long: `compare pairs the cases of two runs and says which run is better, unless that may be chance: McNemar's exact test on
one metric decides, and intervals tell the size of the difference (docs/comparing.md). Further runs are each compared with
A. A run is its name, a folder, latest, latest~1 (the one before), or a file of ` + "`report export --format json`" + `.

--format html is a page to look at: that of the last run, with the differences, the cases that turned, and both answers
to the first call that differs.

With --by system, one run's systems stand side by side, over the cases that several of them finished because their
suites name the same file: calls, their depth, tokens, how much of the prompts an earlier one began with, fallbacks under
the faults of the suites, and the answers. Sums are over the cases that all of them finished; of a system with several
suites, and of a case with several samples, the first one counts.

The exit code is 0 unless a gate fails. --margin 3pp asks whether B is at most 3 percentage points worse than A. The
pairs are written to pairs.parquet in the folder of B.

` + console.ExitHelp,
		Example: `  beaver-eval compare latest~1 latest
  beaver-eval compare main latest --metric 'routing.accuracy[hard]' --by tag
  beaver-eval compare latest latest --pair routing-majority=routing-status
  beaver-eval compare latest~1 latest --margin 3pp --format markdown
  beaver-eval compare latest~1 latest --format html > compare.html
  beaver-eval compare latest --by system`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 && o.by == "" {
				return fmt.Errorf("compare needs two runs, got %d: `beaver-eval compare latest~1 latest` compares the "+
					"last two, `beaver-eval compare latest --by system` the systems of one", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.checkBy(args, cmd.Flags().Changed); err != nil {
				return err
			}
			if o.by == bySystem {
				return a.compareSystems(cmd.Context(), args[0], o)
			}
			return a.compare(cmd.Context(), args, o)
		},
	}
	cmd.Flags().StringVar(&o.metric, "metric", metric.Cases, "the `metric` that decides")
	cmd.Flags().StringVar(&o.by, "by", "", "rows of the metric that decides by `PART`: stage, tag, label or suite; "+
		"of one run, system")
	cmd.Flags().StringArrayVar(&o.pairs, "pair", nil, "compare only this suite of A with that of B, `SUITE=SUITE`")
	cmd.Flags().StringVar(&o.margin, "margin", "", "no worse than `3pp`: short for --gate 'METRIC >= baseline - 3pp'")
	cmd.Flags().StringArrayVar(&o.gates, "gate", nil, "a `gate` on B, with A as its baseline")
	cmd.Flags().BoolVar(&o.all, "all", false, "list all cases that turned, or with --by system all answers")
	cmd.Flags().StringVar(&o.format, "format", "table", "table, json, markdown or html")
	return cmd
}

// bySystem sets the systems of one run side by side; any other --by splits the rows of two.
const bySystem = "system"

// checkBy checks --by against the runs, and that nothing is asked of one run that needs two.
func (o *compareOptions) checkBy(runs []string, changed func(flag string) bool) error {
	if o.by == "" {
		return nil
	}
	if err := console.OneOf("--by", o.by, "stage", "tag", "label", "suite", bySystem); err != nil {
		return err
	}
	switch {
	case o.by == bySystem && len(runs) != 1:
		return fmt.Errorf("--by system sets the systems of one run side by side, got %d runs: name one, or choose "+
			"stage, tag, label or suite", len(runs))
	case o.by != bySystem && len(runs) < 2:
		return fmt.Errorf("--by %s splits the rows of two runs, got %d: name another, or choose --by system", o.by,
			len(runs))
	case o.by != bySystem:
		return nil
	}
	for _, flag := range []string{"metric", "pair", "margin", "gate"} {
		if changed(flag) {
			return fmt.Errorf("--%s compares two runs; leave it out with --by system", flag)
		}
	}
	return console.OneOf("--format", o.format, "table", "json", "markdown")
}

// options returns what the flags ask for.
func (o *compareOptions) options(figures []pipeline.Figure) (comparison.Options, error) {
	set := comparison.Options{Metric: o.metric, By: o.by, Suites: map[string]string{}, Turned: comparison.MostTurned}
	errs := []error{console.OneOf("--format", o.format, "table", "json", "markdown", "html")}
	if err := metric.CheckPaired(o.metric); err != nil {
		errs = append(errs, fmt.Errorf("--metric: %w", err))
	}
	errs = append(errs, pairSuites(set.Suites, o.pairs))
	gates := o.gates
	if o.margin != "" {
		if !marginForm.MatchString(o.margin) {
			errs = append(errs, fmt.Errorf("--margin %q: want percentage points, such as 3pp or 0.5pp", o.margin))
			return set, errors.Join(errs...)
		}
		gates = append([]string{o.metric + " >= baseline - " + o.margin}, gates...)
	}
	for _, text := range gates {
		g, err := metric.ParseGate(text, figures...)
		switch {
		case err != nil:
		case g.NeedsCalls():
			err = fmt.Errorf("gate %q: it compares call by call: `beaver-eval run --baseline` evaluates it", text)
		case g.Suite != "":
			err = fmt.Errorf("gate %q: gates here are on all compared cases; --pair %s=%s compares a suite", text,
				g.Suite, g.Suite)
		}
		set.Gates, errs = append(set.Gates, g), append(errs, err)
	}
	if o.all {
		set.Turned = -1
	}
	return set, errors.Join(errs...)
}

// marginForm is what --margin holds: a loss that is small enough.
var marginForm = regexp.MustCompile(`^[0-9]*\.?[0-9]+\s*pp$`)

// pairSuites adds what --pair says to the suites of B by those of A. Each may be in one pair.
func pairSuites(suites map[string]string, pairs []string) error {
	var errs []error
	ofB := map[string]bool{}
	for _, pair := range pairs {
		of, with, is := strings.Cut(pair, "=")
		_, twice := suites[of]
		switch {
		case !is || of == "" || with == "":
			errs = append(errs, fmt.Errorf("--pair %q: want SUITE=SUITE, a suite of A and one of B", pair))
		case twice || ofB[with]:
			errs = append(errs, fmt.Errorf("--pair %q: another --pair has a suite of this one", pair))
		}
		suites[of], ofB[with] = with, true
	}
	return errors.Join(errs...)
}

func (a *reportApp) compare(ctx context.Context, names []string, o compareOptions) error {
	var figures []pipeline.Figure
	for _, s := range a.Systems {
		figures = append(figures, trace.FiguresOf(s)...)
	}
	set, err := o.options(figures)
	if err != nil {
		return err
	}
	var sides []*comparison.Side
	var runs []*stored.Run // nil: a file
	for _, name := range names {
		side, run, err := a.side(name)
		if err != nil {
			return err
		}
		sides, runs = append(sides, side), append(runs, run)
	}
	last := len(names) - 1
	if o.format == "html" && runs[last] == nil {
		return fmt.Errorf("--format html shows the cases of the last run, and %s is a file: name the run", names[last])
	}
	for _, side := range sides[1:] {
		if side.Same(sides[0]) && len(o.pairs) == 0 {
			fmt.Fprintf(a.Stderr, "beaver-eval: %s is compared with itself: nothing can differ\n", side.Run.Run)
		}
	}
	all, err := comparison.CompareAll(ctx, sides[0], sides[1:], set)
	if none, is := errors.AsType[*comparison.NoPairsError](err); is {
		return withoutPairs(none, set)
	}
	if err != nil {
		return err
	}
	if o.format == "html" {
		err = a.writeComparedPage(ctx, all, runs)
	} else {
		err = a.writeComparisons(all, o.format)
	}
	if err != nil {
		return console.Fault(err)
	}
	if all.Failing() {
		return &console.Error{Code: console.Gate}
	}
	return nil
}

// compareSystems sets the systems of a run side by side.
func (a *reportApp) compareSystems(ctx context.Context, name string, o compareOptions) error {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		return fmt.Errorf("--by system reads the calls of a run, and %s is a file of cases: name the run", name)
	}
	run, err := a.openRun(name)
	if err != nil {
		return err
	}
	most := sidebyside.MostConversations
	if o.all {
		most = -1
	}
	report, err := sidebyside.Read(ctx, run, most)
	if err != nil {
		return err
	}
	return console.Fault(report.Write(a.writerFor(o.format), o.format, a.Columns(a.Stdout.W)))
}

// side opens a run, or a file of its cases, which is no stored run.
func (a *reportApp) side(name string) (*comparison.Side, *stored.Run, error) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		return comparison.OfFile(name), nil, nil
	}
	run, err := a.openRun(name)
	if err != nil {
		return nil, nil, err
	}
	return comparison.OfRun(run), run, nil
}

// writeComparedPage prints the page of the last run with its comparisons, as if it had ended with them.
func (a *reportApp) writeComparedPage(ctx context.Context, all comparison.All, runs []*stored.Run) (err error) {
	last := *runs[len(runs)-1]
	if last.Comparison, err = json.Marshal(all.JSON()); err != nil {
		return err
	}
	options := a.pageOptions()
	options.Opens = "compare"
	options.Beside = slices.DeleteFunc(slices.Clone(runs), func(run *stored.Run) bool { return run == nil })
	return page.Write(ctx, a.Out, &last, options)
}

// withoutPairs says why nothing was compared, and how suites of other names are.
func withoutPairs(none *comparison.NoPairsError, o comparison.Options) error {
	if none.LeftOut == "" || len(o.Suites) > 0 {
		return none
	}
	return fmt.Errorf("%w; suites with different names are compared by --pair SUITE=SUITE", none)
}

func (a *reportApp) writeComparisons(all comparison.All, format string) error {
	switch format {
	case "json":
		return printable.WriteJSON(a.Data, all.JSON())
	case "markdown":
		return all.WriteMarkdown(a.Stdout)
	}
	return all.WriteTables(a.Stdout, a.Columns(a.Stdout.W))
}
