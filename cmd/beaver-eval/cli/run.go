package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/reports"
	"github.com/beaver-eval/beaver-eval/suites"
)

// filter says which suites, cases and calls a verb is about.
type filter struct {
	suites []string
	cases  []string
	stages []string
}

func (f *filter) flags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.suites, "suite", nil, "only suites whose name matches this `glob` (may be repeated)")
	cmd.Flags().StringSliceVar(&f.cases, "case", nil, "only cases whose id matches this `glob`")
	cmd.Flags().StringSliceVar(&f.stages, "stage", nil, "only calls whose stage or path matches this `glob`")
}

func (f *filter) check() error {
	return errors.Join(suites.CheckGlobs(f.suites), suites.CheckGlobs(f.cases), suites.CheckGlobs(f.stages))
}

// whole reports whether nothing is left out.
func (f *filter) whole() bool { return len(f.suites)+len(f.cases)+len(f.stages) == 0 }

type runOptions struct {
	filter
	workers  int
	format   string
	trace    string
	prompts  []string
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
  beaver-eval run --prompts beaver=../new   # of one system
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
	cmd.Flags().StringArrayVar(&o.prompts, "prompts", nil, promptsUsage+", as an experiment")
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
	trace, closeTrace, err := a.openTrace(ctx, o.trace)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeTrace()) }()

	report, err := a.openReport(j.project, o, started)
	if err != nil {
		return fault(err)
	}
	w := a.newWatchers(j, o, trace, report)
	var orphan func(suites.Orphan)
	if o.whole() {
		orphan, w.seen.Orphans.Looked = w.seen.Orphans.Add, true
	}
	runErr := suites.Run(ctx, j.suites, a.systems, suites.Options{
		Cases: o.cases, Stages: o.stages, Workers: o.workers, Compare: true, Write: !j.ci && j.project.Dir != "", Orphan: orphan,
	}, w.add)
	w.bar.stop()
	if runErr != nil && !errors.Is(runErr, context.Canceled) {
		return fault(errors.Join(runErr, report.Abort()))
	}
	if err := j.gates.judge(w.seen, time.Since(started)); err != nil {
		return fault(errors.Join(err, report.Abort()))
	}
	w.notes.judge(w.seen.Gates)
	v := verdict(w.seen, w.stages, runErr)
	if err := a.closeReport(report, o, started, w.seen, v); err != nil {
		return fault(err)
	}
	if err := errors.Join(a.conclude(w.seen, w.details, o, j.ci), w.notes.write(a.runner)); err != nil {
		return fault(err)
	}
	return v
}

// conclude prints what the run came to.
func (a *app) conclude(seen *reports.Overview, d *details, o runOptions, ci bool) error {
	if o.format == "json" {
		return seen.WriteJSON(a.data)
	}
	if err := d.flush(); err != nil {
		return err
	}
	w := a.stdout
	if err := seen.WriteText(w); err != nil {
		return err
	}
	for _, line := range advice(&seen.Total, ci, o.prompts) {
		fmt.Fprintln(w, line)
	}
	return nil
}

// verdict is the run's exit code.
func verdict(seen *reports.Overview, stages *suites.Sought, runErr error) error {
	t := seen.Total
	switch {
	case errors.Is(runErr, context.Canceled):
		return runErr
	case t.Bugs > 0:
		return &exitError{code: ExitHarness}
	case t.Errors > 0:
		return &exitError{code: ExitInput}
	case t.Cases == 0 && t.Prompts.Differ() == 0:
		return errors.New("no case matches")
	case !stages.Done():
		return stages.Err("no call matches --stage")
	case seen.Failing():
		return &exitError{code: ExitGate}
	}
	return nil
}

// promptsUsage explains the values of --prompts.
const promptsUsage = "take the templates from this `folder` instead; SYSTEM=folder: of one system (may be repeated)"

// advice says what to do next. prompts are the values of --prompts.
func advice(s *reports.Summary, ci bool, prompts []string) []string {
	accept := "`beaver-eval accept --all`, or `accept CASE`, takes them."
	if len(prompts) > 0 {
		from := ""
		for _, p := range prompts {
			from += " --from " + quoted(p)
		}
		accept = "`beaver-eval accept --all" + from + "`, or `accept CASE --from …`, takes them."
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
	return lines
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

// openTrace opens the file of the trace, which may be a pipe; without one there is none.
func (a *app) openTrace(ctx context.Context, name string) (*reports.TraceWriter, func() error, error) {
	switch name {
	case "":
		return nil, func() error { return nil }, nil
	case "-":
		t := reports.NewTraceWriter(a.data)
		return t, t.Flush, nil
	}
	f, err := waitFor(ctx, func() (*os.File, error) { // only to write: a pipe then waits for its reader
		return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("--trace: %w", err)
	}
	t := reports.NewTraceWriter(f)
	return t, func() error { return errors.Join(t.Flush(), f.Close()) }, nil
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
