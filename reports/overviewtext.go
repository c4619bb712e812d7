package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites"
)

// WriteText prints the run for people, in 80 columns: the suites, then fallbacks, scores, confusion matrices, the
// largest prompts and skills where there are any, what the numbers rest on, and a line for each gate.
func (o *Overview) WriteText(w io.Writer) error {
	tally := o.Tally()
	for _, part := range []func(io.Writer, *suites.Tally) error{
		o.writeSuites, o.writeFallbacks, o.writeScores, o.writeConfusion, o.writeLargest, o.writeSkills,
	} {
		if err := part(w, tally); err != nil {
			return err
		}
	}
	if err := o.Orphans.WriteText(w); err != nil {
		return err
	}
	for _, note := range o.Total.Notes() {
		if _, err := fmt.Fprintln(w, note); err != nil {
			return err
		}
	}
	for _, c := range o.Baselines {
		if _, err := fmt.Fprintln(w, c); err != nil {
			return err
		}
	}
	return o.writeGates(w)
}

func (o *Overview) writeSuites(w io.Writer, _ *suites.Tally) error {
	return errorsOrLine(w, o.Summaries.WriteTable(w))
}

func (o *Overview) writeSkills(w io.Writer, _ *suites.Tally) error { return o.Skills.WriteTable(w) }

// errorsOrLine ends a part with an empty line.
func errorsOrLine(w io.Writer, err error) error {
	if err == nil {
		_, err = fmt.Fprintln(w)
	}
	return err
}

// writeFallbacks prints a row for each stage that took its fallback: how often, of so many decisions, and why.
func (o *Overview) writeFallbacks(w io.Writer, t *suites.Tally) error {
	if len(o.Total.Fallbacks) == 0 {
		return nil
	}
	var rows [][]string
	for _, stage := range o.stagesThatFellBack() {
		var of []FallbackCount
		n, reasons := 0, []string(nil)
		for _, f := range o.Total.Fallbacks {
			if f.Stage == stage {
				n += f.Count
				of = append(of, f)
			}
		}
		slices.SortStableFunc(of, func(a, b FallbackCount) int { return cmp.Compare(b.Count, a.Count) })
		for _, f := range of {
			reasons = append(reasons, fmt.Sprintf("%s %d", f.Reason, f.Count))
		}
		asks, fellBack := t.Asks(stage)
		rows = append(rows, []string{stage, strconv.Itoa(asks), strconv.Itoa(n), percent(fellBack, asks), strings.Join(reasons, ", ")})
	}
	columns := []Column{{Title: "fallbacks of"}, {"asked", true}, {"taken", true}, {"rate", true}, {Title: "reasons"}}
	return errorsOrLine(w, narrowTable(w, columns, rows))
}

func (o *Overview) stagesThatFellBack() []string {
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

// writeScores prints, for each suite, the measures that scores stand behind, but for costs by stage and what every run
// has. Suites may ask different models, so they are not mixed.
func (o *Overview) writeScores(w io.Writer, _ *suites.Tally) error {
	any := false
	for _, t := range o.tallies {
		rows := scoreCells(t.Measures())
		if len(rows) == 0 {
			continue
		}
		any = true
		columns := []Column{
			{Title: cut("scores of "+t.name, 32)}, {"value", true}, {"scores", true}, {"as expected", true}, {"unmeasured", true}, {"marked", true},
		}
		if err := errorsOrLine(w, narrowTable(w, columns, rows)); err != nil {
			return err
		}
	}
	if !any {
		return nil
	}
	_, err := fmt.Fprint(w, "marked: they rest on stale, carried, imported or scripted answers\n\n")
	return err
}

// blank is an empty cell for nothing.
func blank(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// toldInScores leaves out what other tables tell.
func toldInScores(m suites.Measure) bool {
	name, by, told := strings.Cut(strings.TrimSuffix(m.Name, "]"), "[")
	switch {
	case !strings.Contains(name, "."), name == "fallbacks.rate":
		return false
	case name == "answers.rejected":
		return !told && m.Value > 0
	case name == "cost.calls", name == "cost.prompt_tokens", name == "cost.output_tokens":
		return false
	case strings.HasPrefix(name, "routing."):
		return name == "routing.accuracy" && told || name == "routing.macro_f1" && by == ""
	}
	return !told || name == "tokens.growth" || name == "latency.ratio"
}

// writeConfusion prints, for each suite that has labels, a matrix of the hard and one of the soft ones. Suites may ask
// different models, so they are not mixed.
func (o *Overview) writeConfusion(w io.Writer, _ *suites.Tally) error {
	for _, t := range o.tallies {
		for _, kind := range []string{suites.LabelHard, suites.LabelSoft} {
			c := t.Confusions()[kind]
			if c == nil {
				continue
			}
			if _, err := fmt.Fprintln(w, cut(fmt.Sprintf("%s: decisions against %s labels", t.name, kind), lineWidth)); err != nil {
				return err
			}
			if err := errorsOrLine(w, writeMatrix(w, c, kind)); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeMatrix prints the counts, a column for each decision, and behind them precision, recall and F1 of the label.
// What has no room for that many columns has a list of the decisions instead.
func writeMatrix(w io.Writer, c *suites.Confusion, kind string) error {
	actions := c.Actions()
	columns, total := []Column{{Title: "label"}}, 2+labelWidth(actions)
	for _, a := range actions {
		columns = append(columns, Column{short(a), true})
		total += 2 + max(width(short(a)), len(strconv.Itoa(c.Most())))
	}
	listed := total+len("prec  recall    F1") > lineWidth
	if listed {
		columns = []Column{{Title: "label"}, {Title: "decisions"}}
	}
	columns = append(columns, Column{"prec", true}, Column{"recall", true}, Column{"F1", true})
	return narrowTable(w, columns, matrixRows(c, kind, listed))
}

// matrixRows has a row for each label: how often each action was decided, or a list of the decisions, then precision,
// recall and F1.
func matrixRows(c *suites.Confusion, kind string, listed bool) [][]string {
	actions, measures := c.Actions(), c.Measures(kind)
	var rows [][]string
	for _, want := range actions {
		row := []string{want}
		if listed {
			row = append(row, decisions(c, want))
		} else {
			for _, got := range actions {
				row = append(row, strconv.Itoa(c.Count(want, got)))
			}
		}
		for _, metric := range []string{"precision", "recall", "f1"} {
			row = append(row, measured(measures, suites.RoutingMeasure(metric, kind, want)))
		}
		rows = append(rows, row)
	}
	return rows
}

// labelWidth is that of the longest label.
func labelWidth(actions []string) int {
	widest := 0
	for _, a := range actions {
		widest = max(widest, width(Printable(a)))
	}
	return widest
}

// decisions lists what was decided where a label was right, the most frequent first.
func decisions(c *suites.Confusion, want string) string {
	actions := slices.Clone(c.Actions())
	slices.SortStableFunc(actions, func(a, b string) int { return cmp.Compare(c.Count(want, b), c.Count(want, a)) })
	var parts []string
	for _, got := range actions {
		if n := c.Count(want, got); n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", got, n))
		}
	}
	return strings.Join(parts, ", ")
}

// short is an action as a narrow column names it: its first word, cut.
func short(action string) string {
	word, _, _ := strings.Cut(action, "_")
	return cut(Printable(word), 10)
}

func measured(all []suites.Measure, name string) string {
	for _, m := range all {
		if m.Name == name && m.Scores > 0 {
			return strconv.FormatFloat(m.Value, 'f', 2, 64)
		}
	}
	return "–"
}

func (o *Overview) writeLargest(w io.Writer, _ *suites.Tally) error {
	if len(o.largest) == 0 {
		return nil
	}
	var rows [][]string
	for _, p := range o.largest {
		rows = append(rows, []string{count(p.tokens, p.estimated), p.stage, p.suite + "/" + p.id + "/" + p.path})
	}
	return errorsOrLine(w, narrowTable(w, []Column{{"tokens", true}, {Title: "stage"}, {Title: "largest prompts"}}, rows))
}

// WriteJSON prints the run as one object: the total, the gates, and the measures of all suites and of each.
func (o *Overview) WriteJSON(w io.Writer) error {
	t := o.Total
	t.Fallbacks = orEmpty(t.Fallbacks)
	total, bySuite := o.Measures()
	return JSON(w, struct {
		Summary
		Gates    []suites.Verdict `json:"gates"`
		Measures []suites.Measure `json:"measures"`
		Suites   []SuiteMeasures  `json:"suites"`
		Orphans  []suites.Orphan  `json:"orphans,omitempty"`

		Baselines []Comparison `json:"baselines,omitempty"`
	}{t, orEmpty(o.Gates), orEmpty(total), orEmpty(bySuite), o.Orphans.Files, o.Baselines})
}

// orEmpty keeps null out of JSON.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
