package running

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
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
	"github.com/beaver-eval/beaver-eval/suites/plural"
)

// addHandlers makes what is told of the run: progress, the trace, the tables that are kept, and what is printed.
func (a *app) addHandlers(ctx context.Context, told *stream.Stream, j *job, o runOptions, started time.Time) error {
	add := func(h stream.Handler) { told.Handlers = append(told.Handlers, h) }
	lines, err := a.openTrace(ctx, o.trace)
	if err != nil {
		return err
	}
	kept, err := a.openTables(j.project, o, j.choice.filter, started)
	if err != nil {
		return errors.Join(exit.Fault(err), lines.Close())
	}
	total := 0
	for _, s := range j.suites {
		total += s.Len()
	}
	add(a.NewProgress(total, "cases"))
	if kept != nil {
		add(kept)
	}
	if o.format == "json" {
		add(stream.AtEnd(func(seen *overview.Overview) error { return jsonreport.Write(a.Data, seen) }))
	} else {
		details := &door.Writer{W: bufio.NewWriter(a.Stdout.W), Change: a.Screen.People, Colours: a.Colours(a.Stdout.W)}
		add(terminal.NewDetails(details, explain.Lines))
		add(terminal.NewTables(a.Stdout))
		add(stream.AtEnd(func(seen *overview.Overview) error { return a.advise(&seen.Total, j.ci, o.prompts) }))
	}
	if a.InGitHub() {
		add(annotations.New(a.Runner, a.BelowRepository(j.project.Dir)))
	}
	if lines != nil {
		add(lines)
	}
	return nil
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

// advise says what to do next. prompts are the values of --prompts.
func (a *app) advise(s *overview.Summary, ci bool, prompts []string) error {
	accept := "`beaver-eval accept --all`, or `accept CASE`, takes them."
	if len(prompts) > 0 {
		from := ""
		for _, p := range prompts {
			from += " --from " + shell.Quoted(p)
		}
		accept = "`beaver-eval accept --all" + from + "`, or `accept CASE --from …`, takes them."
	}
	var lines []string
	switch {
	case s.Prompts.Differ() > 0 && s.Pending > 0:
		lines = append(lines, fmt.Sprintf("The changes of %s wait for review.", plural.Number(s.Pending, "case")),
			accept)
	case s.Forms > 0 && s.Prompts.Differ() == 0 && !ci:
		lines = append(lines, "The forms wait for review.", accept)
	case s.Prompts.Differ() > 0 && ci:
		lines = append(lines, "Run this on your machine, review the changes,",
			"and commit what `beaver-eval accept` takes.")
	}
	if s.Stale > 0 && !ci {
		lines = append(lines, "Stale answers are a warning here; in CI they fail the run.",
			"Record the cases again, or keep the answers knowingly: `beaver-eval accept --keep-answers CASE`.")
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(a.Stdout, line); err != nil {
			return err
		}
	}
	return nil
}
