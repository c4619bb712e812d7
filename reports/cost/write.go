package cost

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/bill"
)

// shownCulprits is how many culprits tables show; JSON has all of them.
const shownCulprits = 12

// Before is what an earlier run or the goldens of a commit cost, to be shown beside another report.
type Before struct {
	Run    string  `json:"run,omitempty"`
	Commit string  `json:"commit,omitempty"`
	Stages []Stage `json:"stages"`
	Total  Stage   `json:"total"`

	Culprits []Culprit `json:"culprits,omitempty"` // of a run: goldens do not know them
}

// stage returns what a stage cost before; nil: there is no such stage.
func (b *Before) stage(s *Stage) *Stage {
	for i := range b.Stages {
		if of := &b.Stages[i]; of.System == s.System && of.Stage == s.Stage {
			return of
		}
	}
	return nil
}

// Difference is what a stage costs more than before; null: one of both has no such value.
type Difference struct {
	System   string   `json:"system,omitempty"`
	Stage    string   `json:"stage"`
	Share    *float64 `json:"share"`
	Breaks   *int     `json:"breaks"`
	Tokens   *int     `json:"tokens"`
	Uncached *int     `json:"uncached"`
	Money    *float64 `json:"money"`
}

// differences returns what each stage costs more than before, also of stages that are gone, and last the total.
func (b *Before) differences(r *Report) []Difference {
	var all []Difference
	for i := range r.Stages {
		all = append(all, differenceOf(&r.Stages[i], b.stage(&r.Stages[i])))
	}
	for i := range b.Stages {
		gone := !slices.ContainsFunc(r.Stages, func(s Stage) bool {
			return s.System == b.Stages[i].System && s.Stage == b.Stages[i].Stage
		})
		if gone {
			all = append(all, Difference{System: b.Stages[i].System, Stage: b.Stages[i].Stage})
		}
	}
	total := differenceOf(&r.Total, &b.Total)
	total.Stage = "total"
	return append(all, total)
}

func differenceOf(now, was *Stage) Difference {
	d := Difference{System: now.System, Stage: now.Stage}
	if was == nil {
		return d
	}
	d.Share, d.Money = less(now.Share, was.Share), less(now.Money, was.Money)
	d.Breaks, d.Tokens = less(&now.Breaks, &was.Breaks), less(&now.Tokens, &was.Tokens)
	d.Uncached = less(&now.Uncached, &was.Uncached)
	return d
}

// less returns a less b; nil: one of both is unknown.
func less[N int | float64](a, b *N) *N {
	if a == nil || b == nil {
		return nil
	}
	n := *a - *b
	return &n
}

// columns returns the columns of the table of stages.
func (r *Report) columns(before *Before) []table.Column {
	columns := []table.Column{
		table.Name("stage"), table.Number("calls"), table.Number("again"), table.Number("kept"),
		table.Number("could be"), table.Number("breaks"), table.Number("tokens"), table.Number("not kept"),
	}
	if before != nil {
		columns = append(columns, table.Number("kept before"), table.Number("not kept, change"))
	}
	if r.Total.Money != nil {
		columns = append(columns, table.Number("money"))
	}
	return columns
}

// lines returns the rows of the table of stages, the total last.
func (r *Report) lines(before *Before) [][]string {
	var lines [][]string
	line := func(name string, s, was *Stage) {
		cells := []string{
			name, strconv.Itoa(s.Calls), strconv.Itoa(s.Again), percent(s.Share), percent(s.Ceiling),
			strconv.Itoa(s.Breaks), wording.Thousands(s.Tokens), wording.Thousands(s.Uncached),
		}
		if before != nil {
			cells = append(cells, change(s, was)...)
		}
		if r.Total.Money != nil {
			cells = append(cells, fmt.Sprintf("%.4f", *s.Money))
		}
		lines = append(lines, cells)
	}
	for i := range r.Stages {
		s := &r.Stages[i]
		var was *Stage
		if before != nil {
			was = before.stage(s)
		}
		line(s.System+"/"+s.Stage, s, was)
	}
	var was *Stage
	if before != nil {
		was = &before.Total
	}
	line("total", &r.Total, was)
	return lines
}

// change returns the cells of what a stage kept before, and how many tokens more are not kept now; was may be nil.
func change(s, was *Stage) []string {
	if was == nil {
		return []string{"–", "–"}
	}
	return []string{percent(was.Share), fmt.Sprintf("%+d", s.Uncached-was.Uncached)}
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
	return printable.WriteJSON(w, struct {
		*Report
		Baseline    *Before      `json:"baseline"`
		Differences []Difference `json:"differences"`
	}{r, before, before.differences(r)})
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
