package faults

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// split separates the suites that are of a kind from the rest.
func split(all []*project.Suite, is func(*project.Suite) bool) (rest, of []*project.Suite) {
	for _, s := range all {
		if is(s) {
			of = append(of, s)
		} else {
			rest = append(rest, s)
		}
	}
	return rest, of
}

// runApplications breaks the calls of applications. The report covers the cases that ended, even with an error; nil:
// there is no such suite.
func (a *app) runApplications(
	ctx context.Context, suites []*project.Suite, kept keptRows, o options,
) (*faults.AppReport, error) {
	if len(suites) == 0 {
		return nil, nil
	}
	byName := map[string]*project.Suite{}
	for _, s := range suites {
		byName[s.Name] = s
	}
	bar := a.NewProgress(0, "cells", true)
	matrix := func(s *project.Suite) *faults.AppMatrix {
		m := o.ofApplication(s)
		m.Progress = bar
		return m
	}
	report := faults.NewAppReport()
	err := faults.RunApp(ctx, suites, faults.AppOptions{
		Cases: o.Choice(), Workers: o.workers, Systems: slices.Sorted(maps.Keys(a.Systems)), Matrix: matrix,
	}, func(c *faults.AppCaseCells) error {
		report.Add(byName[c.Suite], c)
		return kept.add(c.Suite, c.Case, faults.Results(c.Cells))
	})
	if closed := bar.Close(); err == nil {
		err = closed
	}
	report.Hold(suites)
	return report, err
}

// ofApplication returns the matrix of a suite of an application: that of the flags, else its own.
func (o *options) ofApplication(s *project.Suite) *faults.AppMatrix {
	m := faults.AppMatrixOf(s)
	m.Cell, m.Limit = o.cell, o.turnLimit
	if o.all || o.cell != "" {
		m.Stages, m.Faults, m.All = nil, nil, true
	}
	if len(o.Stages) > 0 {
		m.Stages = o.Stages
	}
	if len(o.faults) > 0 {
		m.Faults = o.faults
	}
	return m
}

// mostShown is how many cells are printed by default.
const mostShown = 20

// applications prints the outcome of the calls of applications.
func (a *app) applications(r *faults.AppReport, full bool) error {
	if len(r.Cells) > 0 && len(r.Cells[0].Steps) > 0 { // a single cell, which may be in several cases
		for i := range r.Cells {
			a.steps(&r.Cells[i])
		}
	} else {
		if err := a.applicationRows(r); err != nil {
			return err
		}
		a.findings(r, full)
	}
	for _, text := range r.Errors {
		fmt.Fprintf(a.Stdout, "error: %s\n", printable.Line(text))
	}
	for _, v := range r.Gates {
		if !v.Holds {
			fmt.Fprintf(a.Stdout, "gate %s/%s: got %s, want %s", v.Suite, v.Gate, v.Got, v.Want)
			if v.First != "" {
				fmt.Fprintf(a.Stdout, "; first %s", printable.Line(v.First))
			}
			fmt.Fprintln(a.Stdout)
		}
	}
	if text := cannotBreak(r); text != "" {
		fmt.Fprintf(a.Stdout, "not applicable: %s\n", text)
	}
	_, err := fmt.Fprintf(a.Stdout, "%s, %s of applications%s\n", wording.Number(r.Cases, "case"),
		wording.Number(len(r.Cells), "cell"), withFixed(r))
	return err
}

// cannotBreak says how often an answer cannot have a fault, by reason; empty: each can have all.
func cannotBreak(r *faults.AppReport) string {
	var reasons []string
	n := map[string]int{}
	for _, u := range r.Unfit {
		if n[u.Why] == 0 {
			reasons = append(reasons, u.Why)
		}
		n[u.Why] += u.Calls
	}
	slices.SortStableFunc(reasons, func(x, y string) int { return cmp.Compare(n[y], n[x]) })
	for i, why := range reasons {
		reasons[i] = fmt.Sprintf("%d × %s", n[why], why)
	}
	return strings.Join(reasons, ", ")
}

// withFixed says how many requests were unanswered.
func withFixed(r *faults.AppReport) string {
	if r.Unanswered == 0 {
		return ""
	}
	return fmt.Sprintf(", %s that nothing answers got %q", wording.Number(r.Unanswered, "request"), r.Answered)
}

// applicationRows prints the table of stages and faults, with a column for each verdict that any row has.
func (a *app) applicationRows(r *faults.AppReport) error {
	titles, lines := applicationTable(r)
	if len(lines) == 0 {
		return nil
	}
	columns := []table.Column{table.Text(titles[0]), table.Text(titles[1]), table.Text(titles[2])}
	for _, title := range titles[3:] {
		columns = append(columns, table.Number(title))
	}
	if err := table.Write(a.Stdout, columns, lines); err != nil {
		return err
	}
	_, err := fmt.Fprintln(a.Stdout)
	return err
}

// applicationTable returns the titles and rows of that table.
func applicationTable(r *faults.AppReport) (titles []string, lines [][]string) {
	shown := slices.DeleteFunc(result.AppVerdicts(), func(v result.AppVerdict) bool { return r.Verdicts[v] == 0 })
	titles = []string{"suite", "stage", "fault", "cells"}
	for _, v := range shown {
		titles = append(titles, string(v))
	}
	for i := range r.Rows {
		row, cells := &r.Rows[i], 0
		var counts []string
		for _, v := range shown {
			cells += row.Verdicts[v]
			counts = append(counts, strconv.Itoa(row.Verdicts[v]))
		}
		lines = append(lines, append([]string{row.Suite, row.Stage, row.FaultName(), strconv.Itoa(cells)}, counts...))
	}
	return titles, lines
}

// findings prints the cells that have something to look at, the worst ones first, a line each with how to inspect it.
func (a *app) findings(r *faults.AppReport, full bool) {
	all := r.Findings()
	n := len(all)
	for i, c := range all {
		if full || i < mostShown {
			fmt.Fprintln(a.Stdout, cellLine(c))
		}
	}
	if n > mostShown && !full {
		fmt.Fprintf(a.Stdout, "and %s more: --full shows all\n", wording.Number(n-mostShown, "cell"))
	}
	if n > 0 {
		fmt.Fprintln(a.Stdout)
	}
}

// cellLine returns the outcome of a cell, and how to inspect it.
func cellLine(c *faults.AppCell) string {
	text := printable.Line(fmt.Sprintf("%s/%s/%s: %s: %s", c.Suite, c.Case, c.Name(), c.Verdict, short(c.Why)))
	return fmt.Sprintf("%s  (beaver-eval faults --suite %s --case %s --cell %s)", text, console.Quoted(c.Suite),
		console.Quoted(c.Case), console.Quoted(c.Name()))
}

// steps prints all steps of a single selected cell.
func (a *app) steps(c *faults.AppCell) {
	fmt.Fprintf(a.Stdout, "%s/%s %s: %s\n", printable.Line(c.Suite), printable.Line(c.Case), printable.Line(c.Name()),
		c.Verdict)
	if c.Why != "" {
		fmt.Fprintf(a.Stdout, "  %s\n", printable.Line(c.Why))
	}
	fmt.Fprintln(a.Stdout)
	for _, s := range c.Steps {
		fmt.Fprintf(a.Stdout, "%-8s %s  %s\n", s.What, printable.Line(s.Path), printable.Line(short(s.Text)))
	}
	for _, line := range c.Last {
		fmt.Fprintf(a.Stdout, "output   %s\n", printable.Line(line))
	}
	fmt.Fprintln(a.Stdout)
}

// applicationsPage prints the report as a page of Markdown.
func (a *app) applicationsPage(r *faults.AppReport) error {
	var b strings.Builder
	b.WriteString("## The verdicts of applications\n\n| verdict | says |\n| --- | --- |\n")
	for _, v := range result.AppVerdicts() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", v, v.Says())
	}
	fmt.Fprintf(&b, "\n## Applications\n\n%s, %s%s.\n", wording.Number(r.Cases, "case"),
		wording.Number(len(r.Cells), "cell"), withFixed(r))
	if titles, lines := applicationTable(r); len(lines) > 0 {
		fmt.Fprintf(&b, "\n| %s |\n|%s%s\n", strings.Join(titles, " | "), strings.Repeat(" --- |", 3),
			strings.Repeat(" ---: |", len(titles)-3))
		for _, line := range lines {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(line, " | "))
		}
	}
	if text := cannotBreak(r); text != "" {
		fmt.Fprintf(&b, "\nNot applicable: %s.\n", text)
	}
	for _, c := range r.Findings() {
		name := c.Suite + "/" + c.Case + "/" + c.Name()
		fmt.Fprintf(&b, "\n- %s: %s: %s", printable.MarkdownCode(name), c.Verdict, printable.MarkdownCode(c.Why))
	}
	b.WriteString("\n")
	writeSeen(&b, r)
	_, err := a.Stdout.Write([]byte(b.String()))
	return err
}
