// Package terminal prints a run for people.
package terminal

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// mostShown is how many cases with changed prompts have a line.
const mostShown = 10

// Details prints the problems of single cases during a run.
type Details struct {
	w       Screen
	explain func(error) string
	shown   int // cases with changed prompts
	more    int // that were not shown
}

// NewDetails prints to w. explain returns lines to print below an error; may be empty.
func NewDetails(w Screen, explain func(error) string) *Details {
	return &Details{w: w, explain: explain}
}

// Case prints a case.
func (d *Details) Case(c *rows.Case) error {
	name := printable.Line(titleOf(c))
	for _, err := range c.Errors {
		fmt.Fprintf(d.w, "error    %s\n%s%s", name, indent(err.Error()), indent(d.explain(err)))
	}
	for _, f := range c.Failures {
		fmt.Fprintf(d.w, "%s %s\n%s", failedWord(c), name, indent(f))
	}
	if len(c.Warnings) > 0 {
		fmt.Fprintf(d.w, "warning  %s\n%s", name, indent(strings.Join(c.Warnings, "\n")))
	}
	if c.Skipped != "" {
		fmt.Fprintf(d.w, "skipped  %s: %s\n", name, printable.Line(c.Skipped))
	}
	if c.Unclaimed {
		return nil // the run's end names the folder once
	}
	for _, f := range c.Forms {
		fmt.Fprintf(d.w, "form     %s  %s: %s, due to its prompts\n", name, f.File, f.Status)
	}
	for _, path := range c.StaleCalls() {
		fmt.Fprintf(d.w, "stale    %s  %s\n", name, printable.Line(path))
	}
	d.changes(name, c)
	return nil
}

// changes names a case with changed prompts. Edits are printed at the end, once for all cases.
func (d *Details) changes(name string, c *rows.Case) {
	n := &c.Sums
	switch differ := n.Differ(); {
	case differ == 0:
		return
	case d.shown == mostShown:
		d.more++
		return
	case differ == int(n.New) && n.Unchanged+n.NotCompared == 0:
		fmt.Fprintf(d.w, "new      %s  %s, no golden yet\n", name, wording.Number(differ, "call"))
	case n.Conflicted > 0:
		fmt.Fprintf(d.w, "conflict %s  %s, the golden holds a merge conflict (%s)\n", name,
			wording.Number(differ, "call"), c.Golden)
	case c.Status == result.StatusOrphan:
		calls := wording.Number(differ, "call")
		fmt.Fprintf(d.w, "missing  %s  %s of a case that was removed (%s)\n", name, calls, c.Golden)
	default:
		fmt.Fprintf(d.w, "changed  %s\n", name)
	}
	d.shown++
}

// End prints how many cases were not shown, and the edits, before the tables.
func (d *Details) End(o *overview.Overview) error {
	if d.more > 0 {
		const words = "… and %d more %s with changed prompts; use a filter to see one\n"
		fmt.Fprintf(d.w, words, d.more, wording.Plural(d.more, "case", "cases"))
	}
	if d.shown > 0 {
		fmt.Fprintln(d.w)
	}
	if err := NewEdits(d.w).End(o); err != nil {
		return err
	}
	return d.w.Flush()
}

func indent(text string) string {
	if text == "" {
		return ""
	}
	text = strings.TrimSuffix(text, "\n")
	return "  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n"
}
