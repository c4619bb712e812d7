package run

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/ci"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/terminal"
)

// addHandlers adds the handlers of the run: progress, trace, stored tables, and output. It returns the folder for
// servers' answers; empty: none.
func (a *app) addHandlers(ctx context.Context, told *console.Stream, j *job, o runOptions,
	started time.Time) (recordings string, err error) {
	add := func(h console.Handler) { told.Handlers = append(told.Handlers, h) }
	lines, err := a.openTrace(ctx, o.trace)
	if err != nil {
		return "", err
	}
	if lines != nil && lines.File != nil {
		j.project.WritesItself(lines.File)
	}
	kept, err := a.openTables(ctx, j, o, started)
	if err == nil && kept != nil && j.asking != nil && j.asking.servers != nil {
		recordings, err = a.keepRecordings(kept, j, started)
	}
	if err != nil {
		return "", errors.Join(console.Fault(err), lines.Close())
	}
	if err == nil && kept != nil && j.asking != nil && o.merged != nil {
		err = a.keepMerged(kept, j, o, started)
	}
	if err == nil && kept == nil && (o.shard != nil || o.merged != nil) {
		err = errors.New("there is no project here, so no folder for its reports")
	}
	if err != nil {
		return "", errors.Join(err, lines.Close())
	}
	j.unkept = kept == nil
	total := 0
	for _, s := range j.suites {
		total += s.Len()
	}
	if j.asking != nil {
		total *= max(1, j.asking.answers.Repeat)
	}
	if o.shard != nil { // about
		total = (total + o.shard.N - 1) / o.shard.N
	}
	if !o.quiet && !j.aside {
		add(a.NewProgress(total, "cases", recordings != ""))
	}
	if kept != nil {
		add(kept)
	}
	told.Handlers = slices.Concat(told.Handlers, j.also, a.printed(j, o))
	if a.InGitHub() && o.shard == nil {
		add(ci.NewAnnotations(a.Runner, a.BelowRepository(j.project.Dir)))
	}
	if lines != nil {
		add(lines)
	}
	return recordings, nil
}

// openTrace opens the file of the trace, which may be a pipe; nil: not requested.
func (a *app) openTrace(ctx context.Context, name string) (*console.TraceLines, error) {
	switch name {
	case "":
		return nil, nil
	case "-":
		return &console.TraceLines{Writer: export.NewWriter(a.Data)}, nil
	}
	f, err := console.WaitFor(ctx, func() (*os.File, error) { // only to write: a pipe then waits for its reader
		return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	})
	if err != nil {
		return nil, fmt.Errorf("--trace: %w", err)
	}
	return &console.TraceLines{Writer: export.NewWriter(f), File: f}, nil
}

// printed returns the handlers that print the run to standard output.
func (a *app) printed(j *job, o runOptions) []console.Handler {
	if o.shard != nil {
		return []console.Handler{a.ofShard(j.name, j.project.Reports, o.shard)}
	}
	_, _, not := a.Dialog()
	next := func(seen *overview.Overview) []string { return nextSteps(seen, j, o, not == "") }
	diff := terminal.DiffKnows
	switch {
	case o.watch && o.noReport:
		diff = terminal.DiffKnowsNext
	case j.unkept:
		diff = terminal.DiffKnowsNot
	}
	columns, height := a.Columns(a.Stdout.W), a.Rows(a.Stdout.W)
	screen := &console.Writer{W: bufio.NewWriter(a.Stdout.W), Change: a.Screen.People, Colours: a.Colours(a.Stdout.W)}
	if !a.InGitHub() { // whose runner looks for commands at the beginning of a row
		screen.Columns = columns
	}
	switch {
	case o.format == "json" && o.compares():
		return nil // the comparison is printed
	case o.format == "json":
		return []console.Handler{ci.NewJSON(a.Data, o.full)}
	case o.quiet:
		return []console.Handler{terminal.NewVerdict(screen, next)}
	case o.full:
		return []console.Handler{
			terminal.NewDetails(screen, Explained), terminal.NewTables(a.Stdout, columns),
			terminal.NewVerdict(screen, next),
		}
	default:
		return []console.Handler{terminal.NewShort(screen, terminal.Settings{
			Width: screen.Columns, Height: height, Behind: o.behind, Long: j.asking != nil && !o.several(),
			Explain: Explained,
			System:  j.system, Next: next, Diff: diff,
		})}
	}
}

// system returns the name of a suite's system; empty: there is no such suite.
func (j *job) system(suite string) string {
	for _, s := range j.suites {
		if s.Name == suite {
			return s.System
		}
	}
	return ""
}
