package running

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/door"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/explain"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/stream"
	"github.com/beaver-eval/beaver-eval/reports/annotations"
	"github.com/beaver-eval/beaver-eval/reports/jsonreport"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/terminal"
	"github.com/beaver-eval/beaver-eval/reports/tracefile"
)

// addHandlers makes what is told of the run: progress, the trace, the tables that are kept, and what is printed. It
// returns the folder for what servers say; empty: there is none.
func (a *app) addHandlers(ctx context.Context, told *stream.Stream, j *job, o runOptions,
	started time.Time) (recordings string, err error) {
	add := func(h stream.Handler) { told.Handlers = append(told.Handlers, h) }
	lines, err := a.openTrace(ctx, o.trace)
	if err != nil {
		return "", err
	}
	kept, err := a.openTables(j, o, started)
	if err == nil && kept != nil && j.asking != nil && j.asking.servers != nil {
		recordings, err = a.keepRecordings(kept, j, started)
	}
	if err != nil {
		return "", errors.Join(exit.Fault(err), lines.Close())
	}
	total := 0
	for _, s := range j.suites {
		total += s.Len()
	}
	if !o.quiet {
		add(a.NewProgress(total, "cases", recordings != ""))
	}
	if kept != nil {
		add(kept)
	}
	told.Handlers = slices.Concat(told.Handlers, j.also, a.printed(j, o))
	if a.InGitHub() {
		add(annotations.New(a.Runner, a.BelowRepository(j.project.Dir)))
	}
	if lines != nil {
		add(lines)
	}
	return recordings, nil
}

// openTrace opens the file of the trace, which may be a pipe; nil: nobody wants one.
func (a *app) openTrace(ctx context.Context, name string) (*stream.TraceLines, error) {
	switch name {
	case "":
		return nil, nil
	case "-":
		return &stream.TraceLines{Writer: tracefile.NewWriter(a.Data)}, nil
	}
	f, err := exit.WaitFor(ctx, func() (*os.File, error) { // only to write: a pipe then waits for its reader
		return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	})
	if err != nil {
		return nil, fmt.Errorf("--trace: %w", err)
	}
	return &stream.TraceLines{Writer: tracefile.NewWriter(f), File: f}, nil
}

// printed are the handlers that print the run to standard output.
func (a *app) printed(j *job, o runOptions) []stream.Handler {
	next := func(seen *overview.Overview) string { return nextStep(seen, j, o) }
	ahead := ""
	if o.watch && o.noReport {
		ahead = "`beaver-eval run`, then "
	}
	screen := &door.Writer{W: bufio.NewWriter(a.Stdout.W), Change: a.Screen.People, Colours: a.Colours(a.Stdout.W)}
	switch columns := a.Columns(a.Stdout.W); {
	case o.format == "json":
		return []stream.Handler{jsonreport.New(a.Data, o.full)}
	case o.quiet:
		return []stream.Handler{terminal.NewVerdict(a.Stdout, next)}
	case o.full:
		return []stream.Handler{
			terminal.NewDetails(screen, explain.Lines), terminal.NewTables(a.Stdout, columns),
			terminal.NewVerdict(a.Stdout, next),
		}
	default:
		return []stream.Handler{terminal.NewShort(screen, terminal.Settings{
			Width: columns, Explain: explain.Lines, System: j.system, Next: next, Ahead: ahead,
		})}
	}
}

// system is the name of what a suite runs on; empty: there is no such suite.
func (j *job) system(suite string) string {
	for _, s := range j.suites {
		if s.Name == suite {
			return s.System
		}
	}
	return ""
}

// nextStep says in a few words what a person does after a run; empty: nothing.
func nextStep(seen *overview.Overview, j *job, o runOptions) string {
	t, steps := &seen.Total, []string(nil)
	switch {
	case j.asking != nil && j.asking.kept != "" && seen.Interrupted:
		return "next: `beaver-eval run --resume " + j.asking.kept + "` goes on"
	case j.asking != nil && j.asking.kept != "":
		return "next: `beaver-eval record --from " + j.asking.kept + "` keeps the answers"
	case j.asking != nil, seen.Interrupted:
		return ""
	}
	if t.Failed > 0 && j.project.Dir != "" && !o.noReport && !o.watch && o.requests == "" {
		steps = append(steps, "fix the cases, and `beaver-eval run --failed` runs them again")
	}
	from := ""
	for _, p := range o.prompts {
		from += " --from " + shell.Quoted(p)
	}
	if o.requests != "" {
		for _, s := range j.suites {
			from += " --suite " + s.Name
		}
		from += " --requests " + shell.Quoted(o.requests)
	}
	accept := "`beaver-eval accept --all" + from + "`"
	if t.Conflicted > 0 && !j.ci {
		steps = append(steps, "resolve the merge in templates and cases and run again, then "+
			"`beaver-eval accept --conflicted"+from+"` replaces the goldens")
	}
	switch differ := t.Prompts.Differ() - t.Prompts.Conflicted; {
	case j.asking != nil: // goldens are left alone
	case differ+t.Forms+t.Conflicted > 0 && j.ci:
		steps = append(steps,
			"run this on your machine, review the changes, and commit what `beaver-eval accept` takes")
	case differ > 0 && t.Pending > 0 && differ > t.Prompts.New:
		if !o.watch || !o.noReport { // else the last report is of another run
			accept = "`beaver-eval diff`, then " + accept
		}
		steps = append(steps, accept+" (or CASE, --cause ID)")
	case differ > 0 && t.Pending > 0:
		steps = append(steps, accept+" (or CASE) takes the new prompts")
	case t.Forms > 0 && differ == 0:
		steps = append(steps, "the forms wait for review: "+accept+" (or CASE) takes them")
	}
	text := ""
	if len(steps) > 0 {
		text = "next: " + strings.Join(steps, "; ")
	}
	if t.Stale > 0 && !j.ci {
		const stale = "stale answers are a warning here, in CI they fail the run"
		text = strings.TrimSuffix(stale+"; "+text, "; ")
	}
	return text
}
