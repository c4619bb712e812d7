package terminal

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Tables prints the numbers of a run at its end: the suites, then fallbacks, scores, what was learned, confusion
// matrices, the largest prompts and skills if there are any, notes on the numbers, and a line for each gate.
type Tables struct {
	w      io.Writer
	width  int
	skills skills
}

// NewTables prints to w, in so many columns; 0: as wide as the names.
func NewTables(w io.Writer, width int) *Tables { return &Tables{w: w, width: width} }

// Case counts what only this report shows: the skills in the prompts. A stored run does not have them.
func (t *Tables) Case(c *rows.Case) error {
	t.skills.add(c.Result)
	return nil
}

// End prints the tables.
func (t *Tables) End(o *overview.Overview) error {
	for _, part := range []func(io.Writer, int, *overview.Overview) error{
		writeSuites, writeAnswers, writeFallbacks, writeScores, writeLearned, writeConfusion, writeLargest,
	} {
		if err := part(t.w, t.width, o); err != nil {
			return err
		}
	}
	if err := t.skills.write(t.w, t.width); err != nil {
		return err
	}
	if err := writeOrphans(t.w, &o.Orphans); err != nil {
		return err
	}
	var lines []string
	lines = append(lines, cells.Notes(&o.Total)...)
	lines = append(lines, cells.Samples(o, printable.Line)...)
	lines = append(lines, cells.Untested(&o.Untested, printable.Line)...)
	lines = append(lines, unmergedLines(&o.Unmerged)...)
	for _, c := range o.Baselines {
		lines = append(lines, c.String())
	}
	for _, v := range o.Gates {
		lines = append(lines, gateLine(v, t.width))
		if advice := overview.GateAdvice(v); advice != "" {
			lines = append(lines, "  "+advice)
		}
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(t.w, line); err != nil {
			return err
		}
	}
	return nil
}

// writeSuites prints a row for each suite and one for all of them.
func writeSuites(w io.Writer, width int, o *overview.Overview) error {
	return errorsOrLine(w, writeSummaries(w, width, cells.Suites(), o.Suites, o))
}

// writeSummaries prints rows of numbers, and one for all of them.
func writeSummaries(w io.Writer, width int, titles []string, suites []overview.Suite, o *overview.Overview) error {
	columns := []table.Column{table.Text(titles[0])}
	for _, title := range append(titles[1:], "time") {
		columns = append(columns, table.Number(title))
	}
	var lines [][]string
	for _, s := range suites {
		lines = append(lines, append(cells.Suite(s.Name, &s.Summary), ""))
	}
	took := strconv.FormatFloat(o.Total.Seconds, 'f', 2, 64) + "s"
	lines = append(lines, append(cells.Suite("total", &o.Total), took))
	return table.WriteFit(w, width, columns, lines)
}

// errorsOrLine ends a part with an empty line.
func errorsOrLine(w io.Writer, err error) error {
	if err == nil {
		_, err = fmt.Fprintln(w)
	}
	return err
}

// writeAnswers prints, if a model gave any, how far the answers of each stage were used: at once, after the stage had
// asked again, or not at all, so that its fallback decided.
func writeAnswers(w io.Writer, width int, o *overview.Overview) error {
	if o.Total.Calls == o.Total.Scripted {
		return nil
	}
	tally := o.Tally()
	var lines [][]string
	for _, stage := range tally.Callers() {
		asked, atOnce, again, fellBack := tally.Answers(stage)
		lines = append(lines, []string{stage, strconv.Itoa(asked), strconv.Itoa(atOnce), strconv.Itoa(again),
			strconv.Itoa(fellBack), percent(atOnce, asked)})
	}
	columns := []table.Column{
		table.Text("answers of"), table.Number("asked"), table.Number("at once"), table.Number("again"),
		table.Number("fallback"), table.Number("at once of all"),
	}
	return errorsOrLine(w, table.WriteFit(w, width, columns, lines))
}

// writeFallbacks prints a row for each stage that took its fallback: how often, of so many decisions, and why.
func writeFallbacks(w io.Writer, width int, o *overview.Overview) error {
	if len(o.Total.Fallbacks) == 0 {
		return nil
	}
	tally := o.Tally()
	var lines [][]string
	for _, stage := range stagesThatFellBack(o) {
		var of []overview.FallbackCount
		n, reasons := 0, []string(nil)
		for _, f := range o.Total.Fallbacks {
			if f.Stage == stage {
				n += f.Count
				of = append(of, f)
			}
		}
		slices.SortStableFunc(of, func(a, b overview.FallbackCount) int { return cmp.Compare(b.Count, a.Count) })
		for _, f := range of {
			reasons = append(reasons, fmt.Sprintf("%s %d", f.Reason, f.Count))
		}
		asks, fellBack := tally.Asks(stage)
		rate := percent(fellBack, asks)
		lines = append(lines, []string{stage, strconv.Itoa(asks), strconv.Itoa(n), rate, strings.Join(reasons, ", ")})
	}
	columns := []table.Column{
		table.Text("fallbacks of"), table.Number("asked"), table.Number("taken"), table.Number("rate"),
		table.Text("reasons"),
	}
	return errorsOrLine(w, table.WriteFit(w, width, columns, lines))
}

func stagesThatFellBack(o *overview.Overview) []string {
	var stages []string
	for _, f := range o.Total.Fallbacks {
		if !slices.Contains(stages, f.Stage) {
			stages = append(stages, f.Stage)
		}
	}
	return stages
}

func percent(part, of int) string {
	if of == 0 {
		return "–"
	}
	return strconv.FormatFloat(100*float64(part)/float64(of), 'f', 1, 64) + "%"
}

// writeScores prints, for each suite, the measures based on scores, except costs by stage and those of every run.
// Suites may ask different models, so they are not mixed.
func writeScores(w io.Writer, width int, o *overview.Overview) error {
	any := false
	for _, s := range o.Suites {
		lines := cells.Scores(s.Tally.Measures())
		if len(lines) == 0 {
			continue
		}
		any = true
		columns := []table.Column{
			table.Text(cut("scores of "+s.Name, 32, width)), table.Number("value"), table.Number("scores"),
			table.Number("as expected"), table.Number("unmeasured"), table.Number("marked"),
		}
		if err := errorsOrLine(w, table.WriteFit(w, width, columns, lines)); err != nil {
			return err
		}
	}
	if !any {
		return nil
	}
	_, err := fmt.Fprint(w, "marked: they rest on stale, carried, imported or scripted answers\n\n")
	return err
}

// writeLearned prints, for each suite with cases that have twins, what the published drafts changed.
func writeLearned(w io.Writer, width int, o *overview.Overview) error {
	for _, s := range o.Suites {
		lines := cells.Learned(s.Tally.Measures())
		if len(lines) == 0 {
			continue
		}
		var columns []table.Column
		for i, title := range cells.LearnedTitles(s.Name) {
			if i == 0 {
				columns = append(columns, table.Text(cut(title, 32, width)))
				continue
			}
			columns = append(columns, table.Number(title))
		}
		if err := errorsOrLine(w, table.WriteFit(w, width, columns, lines)); err != nil {
			return err
		}
	}
	return nil
}

// writeConfusion prints, for each suite that has labels, a matrix of the hard and one of the soft ones. Suites may ask
// different models, so they are not mixed.
func writeConfusion(w io.Writer, width int, o *overview.Overview) error {
	for _, s := range o.Suites {
		for _, kind := range []string{score.LabelHard, score.LabelSoft} {
			c := s.Tally.Confusions()[kind]
			if c == nil {
				continue
			}
			title := fmt.Sprintf("%s: decisions against %s labels", s.Name, kind)
			if _, err := fmt.Fprintln(w, cut(title, width, width)); err != nil {
				return err
			}
			if err := errorsOrLine(w, writeMatrix(w, width, c, kind)); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeMatrix prints the counts, a column for each decision, then precision, recall and F1 of the label. A matrix with
// too many columns has a list of the decisions instead.
func writeMatrix(w io.Writer, width int, c *metric.Confusion, kind string) error {
	actions := c.Actions()
	columns, total := []table.Column{table.Text("label")}, 2+labelWidth(actions)
	for _, a := range actions {
		title := printable.Line(a)
		if width > 0 {
			title = firstWord(title)
		}
		columns = append(columns, table.Number(title))
		total += 2 + max(printable.Width(title), len(strconv.Itoa(c.Most())))
	}
	listed := width > 0 && total+len("prec  recall    F1") > width
	if listed {
		columns = []table.Column{table.Text("label"), table.Text("decisions")}
	}
	columns = append(columns, table.Number("prec"), table.Number("recall"), table.Number("F1"))
	return table.WriteFit(w, width, columns, cells.Matrix(c, kind, listed))
}

// labelWidth returns the width of the longest label.
func labelWidth(actions []string) int {
	widest := 0
	for _, a := range actions {
		widest = max(widest, printable.Width(printable.Line(a)))
	}
	return widest
}

// firstWord returns an action's name for a narrow column.
func firstWord(action string) string {
	word, _, _ := strings.Cut(action, "_")
	return printable.Cut(word, 10)
}

func writeLargest(w io.Writer, width int, o *overview.Overview) error {
	if len(o.Largest) == 0 {
		return nil
	}
	var lines [][]string
	for _, p := range o.Largest {
		call := p.Suite + "/" + p.Case + "/" + p.Path
		lines = append(lines, []string{cells.Tokens(p.Tokens, p.Estimated), p.Stage, call})
	}
	columns := []table.Column{table.Number("tokens"), table.Text("stage"), table.Text("largest prompts")}
	return errorsOrLine(w, table.WriteFit(w, width, columns, lines))
}
