package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/reports/annotations"
	"github.com/beaver-eval/beaver-eval/reports/jsonreport"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/terminal"
	"github.com/beaver-eval/beaver-eval/reports/trace"
	"github.com/beaver-eval/beaver-eval/suites"
)

// filter says which suites, cases and calls a verb is about.
type filter struct{ stored.Filter }

func (f *filter) flags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.Suites, "suite", nil, "only suites whose name matches this `glob` (may be repeated)")
	cmd.Flags().StringSliceVar(&f.Cases, "case", nil, "only cases whose id matches this `glob`")
	cmd.Flags().StringSliceVar(&f.Stages, "stage", nil, "only calls whose stage or path matches this `glob`")
}

func (f *filter) check() error {
	return errors.Join(suites.CheckGlobs(f.Suites), suites.CheckGlobs(f.Cases), suites.CheckGlobs(f.Stages))
}

type runOptions struct {
	filter
	workers  int
	format   string
	trace    string
	prompts  string
	builtin  bool
	gates    []string
	noGates  []string
	baseline string
	ci       bool
	noCI     bool

	noReport bool
}

func (a *app) newRun() *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Replay every case, check its prompts against the goldens, print a table",
		Long: `run replays the cases of every suite and checks each messages array against the case's golden. What differs is shown by
call and section, and kept beside the golden (<case>.pending.yaml) until accept takes it. In CI (CI set, or --ci) nothing
is written beside the goldens, and answers recorded for another request (stale) fail the run.

Gates decide about the exit code: goldens (no prompt is new, changed or missing), expectations (no case fails), stale in CI, those
that a suite names, and those of --gate. docs/scores.md lists what can be measured.

What happened is kept as Parquet files in a new folder below reports; reports/latest names it.

` + exitCodes,
		Example: `  beaver-eval run
  beaver-eval run --suite support --case 'refund-*'
  beaver-eval run --stage router            # look at the router's prompts only
  beaver-eval run --prompts ../new-prompts  # try other templates
  beaver-eval run --gate 'routing.accuracy >= 0.9' --no-gate expectations
  beaver-eval run --baseline latest --gate 'tokens.growth <= 5%'
  beaver-eval run --format json | jq .prompts`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.run(cmd.Context(), o) },
	}
	o.filter.flags(cmd)
	cmd.Flags().IntVar(&o.workers, "workers", 0, "cases side by side (default: one for each processor)")
	cmd.Flags().StringVar(&o.format, "format", "table", "table or json")
	cmd.Flags().StringVar(&o.trace, "trace", "", "write all that happened to this `file`, as JSONL (- for standard output)")
	cmd.Flags().StringVar(&o.prompts, "prompts", "", "take the templates from this `folder` instead, as an experiment")
	cmd.Flags().BoolVar(&o.builtin, "builtin", false, "run the small project inside this program")
	cmd.Flags().BoolVar(&o.noReport, "no-report", false, "write no Parquet files")
	cmd.Flags().StringArrayVar(&o.gates, "gate", nil, "fail unless this `bound` holds, such as 'routing.accuracy >= 0.9' (may be repeated)")
	cmd.Flags().StringSliceVar(&o.noGates, "no-gate", nil, "do not look at gates whose `name` matches this glob; every report says so")
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "the older `run` that gates compare with: a folder, its name below reports, or latest")
	cmd.Flags().BoolVar(&o.ci, "ci", false, "behave as in CI")
	cmd.Flags().BoolVar(&o.noCI, "no-ci", false, "do not behave as in CI, even if CI is set")
	cmd.MarkFlagsMutuallyExclusive("ci", "no-ci")
	return cmd
}

func (a *app) run(ctx context.Context, o runOptions) (err error) {
	started := time.Now()
	j, err := a.newJob(ctx, o)
	if err != nil {
		return err
	}
	var v error // the verdict
	told := &stream{seen: overview.New(j.gates.baseline)}
	defer func() { err = errors.Join(err, told.Close()) }()
	if err := a.addHandlers(ctx, told, j, o, started, &v); err != nil {
		return err
	}
	options := suites.Options{
		Cases: o.Cases, Stages: o.Stages, Workers: o.workers, Compare: true, Write: !j.ci && j.project.Dir != "",
	}
	if o.Whole() {
		options.Orphan, told.seen.Orphans.Looked = told.seen.Orphans.Add, true
	}
	stages := suites.NewSought(o.Stages)
	runErr := suites.Run(ctx, j.suites, a.systems, options, func(r *suites.Result) error {
		stages.SeeCalls(r)
		return told.Case(rows.NewCase(r))
	})
	if runErr != nil && !errors.Is(runErr, context.Canceled) {
		return fault(runErr)
	}
	if err := j.gates.judge(told.seen, time.Since(started)); err != nil {
		return fault(err)
	}
	v = verdict(told.seen, stages, runErr)
	if err := told.end(); err != nil {
		return fault(err)
	}
	return v
}

// addHandlers makes what is told of the run: progress, the trace, the tables that are kept, and what is printed.
func (a *app) addHandlers(ctx context.Context, told *stream, j *job, o runOptions, started time.Time, v *error) error {
	add := func(h handler) { told.handlers = append(told.handlers, h) }
	lines, err := a.openTrace(ctx, o.trace)
	if err != nil {
		return err
	}
	kept, err := a.openTables(j.project, o, started, v)
	if err != nil {
		return errors.Join(fault(err), lines.Close())
	}
	total := 0
	for _, s := range j.suites {
		total += s.Len()
	}
	add(a.newProgress(total, "cases"))
	if kept != nil {
		add(kept)
	}
	if o.format == "json" {
		add(atEnd(func(seen *overview.Overview) error { return jsonreport.Write(a.data, seen) }))
	} else {
		details := &door{w: bufio.NewWriter(a.stdout.w), change: a.screen.people, colours: a.colours(a.stdout.w)}
		add(terminal.NewDetails(details, explain))
		add(terminal.NewTables(a.stdout))
		add(atEnd(func(seen *overview.Overview) error { return a.advise(&seen.Total, j.ci, o.prompts) }))
	}
	if a.inGitHub() {
		add(annotations.New(a.runner, a.belowRepository(j.project.Dir)))
	}
	if lines != nil {
		add(lines)
	}
	return nil
}

// verdict is the run's exit code.
func verdict(seen *overview.Overview, stages *suites.Sought, runErr error) error {
	t := seen.Total
	switch {
	case errors.Is(runErr, context.Canceled):
		return runErr
	case t.Bugs > 0:
		return &exitError{code: ExitHarness}
	case t.Errors > 0:
		return &exitError{code: ExitInput}
	case seen.Empty():
		return errors.New("no case matches")
	case !stages.Done():
		return stages.Err("no call matches --stage")
	case seen.Failing():
		return &exitError{code: ExitGate}
	}
	return nil
}

// advise says what to do next. prompts is the folder of --prompts.
func (a *app) advise(s *overview.Summary, ci bool, prompts string) error {
	accept := "`beaver-eval accept --all`, or `accept CASE`, takes them."
	if prompts != "" {
		accept = "`beaver-eval accept --all --from " + quoted(prompts) + "`, or `accept CASE --from …`, takes them."
	}
	var lines []string
	switch {
	case s.Prompts.Differ() > 0 && s.Pending > 0:
		lines = append(lines, fmt.Sprintf("The changes of %s wait for review.", suites.Number(s.Pending, "case")), accept)
	case s.Forms > 0 && s.Prompts.Differ() == 0 && !ci:
		lines = append(lines, "The forms wait for review.", accept)
	case s.Prompts.Differ() > 0 && ci:
		lines = append(lines, "Run this on your machine, review the changes,", "and commit what `beaver-eval accept` takes.")
	}
	if s.Stale > 0 && !ci {
		lines = append(lines, "Stale answers are a warning here; in CI they fail the run.")
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(a.stdout, line); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) runProject(builtin bool) (*suites.Project, error) {
	if builtin && a.root != "" {
		return nil, errors.New("--builtin and --root exclude each other")
	}
	if builtin {
		return a.opened(suites.OpenProject(starter.Files(), ""))
	}
	return a.project()
}

// openTrace opens the file of the trace, which may be a pipe; nil: nobody wants one.
func (a *app) openTrace(ctx context.Context, name string) (*traceLines, error) {
	switch name {
	case "":
		return nil, nil
	case "-":
		return &traceLines{trace.NewWriter(a.data), nil}, nil
	}
	f, err := waitFor(ctx, func() (*os.File, error) { // only to write: a pipe then waits for its reader
		return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	})
	if err != nil {
		return nil, fmt.Errorf("--trace: %w", err)
	}
	return &traceLines{trace.NewWriter(f), f}, nil
}

func (a *app) traceClash(o runOptions) error {
	if o.trace == "-" && o.format == "json" {
		return errors.New("--trace - and --format json both want standard output")
	}
	return nil
}

// oneOf checks a flag's value.
func oneOf(flag, got string, want ...string) error {
	for _, w := range want {
		if got == w {
			return nil
		}
	}
	return fmt.Errorf("%s: want one of %v, got %q", flag, want, got)
}

// quoted is an argument as a shell takes it.
func quoted(arg string) string {
	if !strings.ContainsFunc(arg, func(r rune) bool { return !strings.ContainsRune(plainInShell, r) }) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

const plainInShell = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"
