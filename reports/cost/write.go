package cost

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/bill"
)

// shownCulprits is how many culprits tables show; JSON has all of them.
const shownCulprits = 12

// Before is the report of an earlier run, to be shown beside another one.
type Before struct {
	Name string
	Report
}

// share returns the share that a stage kept before; nil: it has no such stage.
func (b *Before) share(s *Stage) *float64 {
	for i := range b.Stages {
		if of := &b.Stages[i]; of.System == s.System && of.Stage == s.Stage {
			return of.Share
		}
	}
	return nil
}

// columns returns the columns of the table of stages.
func (r *Report) columns(before *Before) []table.Column {
	columns := []table.Column{
		table.Name("stage"), table.Number("calls"), table.Number("again"), table.Number("kept"),
		table.Number("could be"), table.Number("breaks"), table.Number("tokens"), table.Number("not kept"),
	}
	if before != nil {
		columns = append(columns, table.Number("kept before"))
	}
	if r.Total.Money != nil {
		columns = append(columns, table.Number("money"))
	}
	return columns
}

// lines returns the rows of the table of stages, the total last.
func (r *Report) lines(before *Before) [][]string {
	var lines [][]string
	line := func(name string, s *Stage, was *float64) {
		cells := []string{
			name, strconv.Itoa(s.Calls), strconv.Itoa(s.Again), percent(s.Share), percent(s.Ceiling),
			strconv.Itoa(s.Breaks), wording.Thousands(s.Tokens), wording.Thousands(s.Uncached),
		}
		if before != nil {
			cells = append(cells, percent(was))
		}
		if r.Total.Money != nil {
			cells = append(cells, fmt.Sprintf("%.4f", *s.Money))
		}
		lines = append(lines, cells)
	}
	for i := range r.Stages {
		s := &r.Stages[i]
		var was *float64
		if before != nil {
			was = before.share(s)
		}
		line(s.System+"/"+s.Stage, s, was)
	}
	var was *float64
	if before != nil {
		was = before.Total.Share
	}
	line("total", &r.Total, was)
	return lines
}

// WriteTable prints the report for people on a terminal that is so many columns wide; 0: unknown. before may be nil.
func (r *Report) WriteTable(w io.Writer, width int, before *Before) error {
	if err := table.WriteFit(w, width, r.columns(before), r.lines(before)); err != nil {
		return err
	}
	var b strings.Builder
	for i, line := range r.culprits() {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(printable.Line(line) + "\n")
	}
	b.WriteString("\n" + r.Note())
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteMarkdown prints the report for a page or a comment. before may be nil.
func (r *Report) WriteMarkdown(w io.Writer, before *Before) error {
	if err := table.Markdown(w, r.columns(before), r.lines(before)); err != nil {
		return err
	}
	var b strings.Builder
	for i, line := range r.culprits() {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString("- " + printable.MarkdownText(line) + "\n")
	}
	b.WriteString("\n" + r.Note())
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON prints the report as one object; before may be nil.
func (r *Report) WriteJSON(w io.Writer, before *Before) error {
	if before == nil {
		return printable.WriteJSON(w, r)
	}
	type run struct {
		Run string `json:"run"`
		Report
	}
	return printable.WriteJSON(w, struct {
		*Report
		Baseline run `json:"baseline"`
	}{r, run{before.Name, before.Report}})
}

// culprits returns the first culprits, a sentence each.
func (r *Report) culprits() []string {
	var lines []string
	for i := range r.Culprits[:min(len(r.Culprits), shownCulprits)] {
		lines = append(lines, r.Culprits[i].sentence())
	}
	if n := len(r.Culprits) - shownCulprits; n > 0 {
		lines = append(lines, fmt.Sprintf("… and %s: --format json has all", wording.Number(n, "more place")))
	}
	return lines
}

// sentence says where prompts part, and what that costs.
func (c *Culprit) sentence() string {
	place := c.Source
	if c.Line > 0 {
		place += ":" + strconv.Itoa(c.Line)
	}
	if c.Section != "" {
		place += " › " + c.Section
	}
	average := wording.Plural(c.Calls, "", " on average")
	parts := fmt.Sprintf("%s breaks the prefix of %s of %s/%s at byte %s of %s%s; %s bytes behind it are sent anew",
		place, wording.Number(c.Calls, "call"), c.System, c.Stage, wording.Thousands(c.BytesBefore/c.Calls),
		wording.Thousands((c.BytesBefore+c.BytesBehind)/c.Calls), average, wording.Thousands(c.BytesBehind))
	if c.TokensLast > 0 {
		parts += fmt.Sprintf("; if it stood last, %s would keep about %s tokens more",
			wording.Number(c.CallsLast, "call"), wording.Thousands(c.TokensLast))
	}
	return parts
}

// Note says by which rules the report counts, a line each.
func (r *Report) Note() string {
	text := "kept: of the tokens of calls that have an earlier one of their stage and case (again), those that a " +
		"cache keeps; could be: those that an earlier call has sent too, wherever. Tokens are estimates.\n"
	switch rules := bill.RulesOf(r.Provider); {
	case r.Provider == "":
	case r.Provider == bill.None:
		text += "none: every byte that two prompts share at their beginning is kept\n"
	default:
		text += r.Provider + ": " + rules.Words() + " (" + rules.Source + ")\n"
	}
	if r.Unknown > 0 {
		text += wording.Number(r.Unknown, "call") + " of an older version not counted: run once more\n"
	}
	return text
}

func percent(share *float64) string {
	if share == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f%%", 100**share)
}
