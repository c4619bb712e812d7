package comparison

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/paired"
)

// WriteTable prints the comparison for a terminal that is so many columns wide; 0: unknown.
func (r *Comparison) WriteTable(w io.Writer, width int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "A %s\nB %s\n%s\n\n", printable.Line(r.A.String()), printable.Line(r.B.String()), r.counted())
	columns, lines := r.table(width == 0 || width >= wide)
	if err := table.WriteFit(&b, width, columns, lines); err != nil {
		return err
	}
	for _, note := range r.notes() {
		fmt.Fprintln(&b, printable.Line(note))
	}
	fmt.Fprintf(&b, "\n%s\n", r.Sentence())
	for _, line := range r.gateLines() {
		fmt.Fprintln(&b, printable.Line(line))
	}
	if columns, lines := r.turnedTable(); len(lines) > 0 {
		fmt.Fprintf(&b, "\n%s\n", r.turnedTitle())
		if err := table.WriteFit(&b, width, columns, lines); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteMarkdown prints the comparison for a comment or a page.
func (r *Comparison) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	text := printable.MarkdownText
	fmt.Fprintf(&b, "A: %s  \nB: %s  \n%s\n\n", text(r.A.String()), text(r.B.String()), text(r.counted()))
	columns, lines := r.table(true)
	if err := table.Markdown(&b, columns, lines); err != nil {
		return err
	}
	for _, note := range r.notes() {
		fmt.Fprintf(&b, "\n%s\n", text(note))
	}
	fmt.Fprintf(&b, "\n**%s**\n", text(r.Sentence()))
	for _, line := range r.gateLines() {
		fmt.Fprintf(&b, "\n- %s\n", text(line))
	}
	if columns, lines := r.turnedTable(); len(lines) > 0 {
		fmt.Fprintf(&b, "\n%s\n\n", text(r.turnedTitle()))
		if err := table.Markdown(&b, columns, lines); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String names the run, its model, and what the servers said of the models.
func (r Run) String() string {
	text := "run " + r.Run
	if r.Model != "" {
		text = r.Model + ", " + text
	}
	if len(r.Suites) > 0 {
		text += ", " + wording.Plural(len(r.Suites), "suite ", "suites ") + strings.Join(r.Suites, ", ")
	}
	const most = 3
	for i, m := range r.Models {
		if i == most {
			return text + fmt.Sprintf(", and %d more", len(r.Models)-most)
		}
		digest := m.Digest
		if len(digest) > 8 {
			digest = digest[:8]
		}
		text += ", " + strings.TrimSpace(m.Name+" "+digest)
	}
	return text
}

// counted says what was compared, and what not.
func (r *Comparison) counted() string {
	text := wording.Number(r.Pairs, "pair")
	if r.Groups < r.Pairs {
		text += " in " + wording.Number(r.Groups, "group")
	}
	if len(r.LeftOut) > 0 {
		text += "; left out: " + r.LeftOutWords()
	}
	return text
}

// LeftOutWords says how many cases were left out, and why.
func (r *Comparison) LeftOutWords() string {
	var words []string
	for _, l := range r.LeftOut {
		words = append(words, fmt.Sprintf("%s %d", l.Reason, l.Cases))
	}
	return strings.Join(words, ", ")
}

// Sentence says which run is better, and what so many cases can show.
func (r *Comparison) Sentence() string {
	row := r.Primary()
	if row == nil {
		return "Not decided: no case has the metric in both runs."
	}
	p, is := row.P, "p"
	if row.PHolm != nil {
		p, is = *row.PHolm, "p by Holm"
	}
	text := fmt.Sprintf("%s is better (%s %s).", strings.ToUpper(r.Verdict), is, probability(p))
	if r.Verdict == NotDecided {
		text = fmt.Sprintf("Not decided (%s %s)%s.", is, probability(p), row.disagreement(p))
	}
	if r.Until != nil {
		return r.Until.sentence(r.Verdict)
	}
	d, n := r.Detectable, row.estimate.Cases
	switch {
	case d == nil || !metric.InPairs(row.Metric):
	case *d >= 1:
		text += fmt.Sprintf(" %s too few to decide.", wording.Plural(n, "One case is",
			fmt.Sprintf("These %d cases are", n)))
	default:
		text += fmt.Sprintf(" These %d cases can show differences of %s or more.", n,
			wording.Number(int(math.Ceil(100**d-1e-9)), "point"))
	}
	return text
}

// sentence says when it was decided which of two runs is better.
func (u *Until) sentence(verdict string) string {
	after := fmt.Sprintf("after %d of %s", u.Cases, wording.Number(u.Of, "case"))
	evidence := "evidence " + strconv.FormatFloat(u.Evidence, 'g', 3, 64)
	if verdict == NotDecided {
		return fmt.Sprintf("Not decided %s (%s; %g would decide).", after, evidence, 1/paired.Alpha)
	}
	return fmt.Sprintf("%s is better: decided %s (%s).", strings.ToUpper(verdict), after, evidence)
}

// disagreement says how the interval of a row contradicts its p, if it does.
func (row *Row) disagreement(p float64) string {
	low, high := row.estimate.Interval.Low, row.estimate.Interval.High
	has0 := low <= 0 && high >= 0
	switch {
	case p > paired.Alpha && !has0:
		return ": the interval does not contain 0, but p decides"
	case p > paired.Alpha:
		return ""
	case math.IsInf(low, 0):
		return ": one group alone has no interval"
	case has0:
		return ": the interval contains 0"
	}
	return ": the interval is on the other side of 0"
}

// notes explain what the table alone may not.
func (r *Comparison) notes() []string {
	var notes, valued, less []string
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Part == "" && !row.estimate.YesNo {
			valued = append(valued, row.Metric)
		}
		if row.Part == "" && !metric.MoreIsBetter(row.Metric) {
			less = append(less, row.Metric)
		}
	}
	if len(less) > 0 {
		notes = append(notes, "Of "+strings.Join(less, ", ")+" less is better.")
	}
	if len(valued) > 0 {
		notes = append(notes, strings.Join(valued, ", ")+": values other than right and wrong; \"only A\" and "+
			"\"only B\" count the cases in which one run is better, and p is from a sign test on these.")
	}
	if r.Until != nil {
		notes = append(notes, "p is 1 over the evidence of an e-process on the groups of cases that differ: it may be "+
			"read after each. Intervals are for cases chosen beforehand.")
	}
	for _, name := range r.stopped {
		notes = append(notes, "Run "+name+" stopped when another comparison was decided (--until decided): its cases "+
			"were not chosen beforehand, so p and intervals may claim too much.")
	}
	if r.unknownPart != "" {
		notes = append(notes, "No pair has a "+r.unknownPart+".")
	}
	return notes
}

// wide is how many columns the table's long titles need.
const wide = 100

func (r *Comparison) table(long bool) ([]table.Column, [][]string) {
	var lines [][]string
	for i := range r.Rows {
		row := &r.Rows[i]
		name := row.Metric
		if row.Part != "" {
			name = "  " + row.Part
		}
		p := row.P
		if row.PHolm != nil {
			p = *row.PHolm
		}
		value, difference := formats(row.Metric)
		lines = append(lines, []string{name, value(row.A), value(row.B), difference(row.Difference),
			span(row.Low, row.High, difference), strconv.Itoa(row.OnlyA), strconv.Itoa(row.OnlyB), probability(p)})
		if f := row.ByFallback; row.Primary && f.A+f.B > 0 {
			lines = append(lines, []string{"  of it by fallback", strconv.Itoa(f.A), strconv.Itoa(f.B), "", "", "", "",
				""})
		}
	}
	for _, of := range r.Ratios {
		value := func(v float64) string { return number(math.Round(v)) }
		if of.Of == "time" {
			value = func(v float64) string { return time.Duration(v).Round(time.Millisecond).String() }
		}
		lines = append(lines, []string{strings.ReplaceAll(of.Of, "_", " ") + " a case", value(of.A), value(of.B),
			times(of.Ratio), span(of.Low, of.High, times), "", "", ""})
	}
	onlyA, onlyB, p := "only A", "only B", "p"
	if long {
		onlyA, onlyB = "only A right", "only B right"
	}
	if slices.ContainsFunc(r.Rows, func(row Row) bool { return row.PHolm != nil }) {
		p = "p by Holm" // that of one row alone is its p
	}
	return []table.Column{table.Name(""), table.Number("A"), table.Number("B"), table.Number("B − A"),
		table.Number("95%"), table.Number(onlyA), table.Number(onlyB), table.Number(p)}, lines
}

// formats returns how values and differences of a metric are printed.
func formats(measure string) (value, difference func(float64) string) {
	if metric.InPairs(measure) {
		return func(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) + "%" },
			func(v float64) string { return signed(strconv.FormatFloat(100*v, 'f', 1, 64)) }
	}
	return number, func(v float64) string { return signed(number(v)) }
}

func signed(text string) string {
	if !strings.HasPrefix(text, "-") {
		return "+" + text
	}
	return "−" + text[1:]
}

func times(ratio float64) string { return "×" + strconv.FormatFloat(ratio, 'f', 2, 64) }

// span prints an interval; without bounds, that nothing is known.
func span(low, high *float64, format func(float64) string) string {
	if low == nil || high == nil {
		return "unknown"
	}
	return format(*low) + "…" + format(*high)
}

func probability(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

func (r *Comparison) gateLines() []string {
	states := map[overview.GateState]string{overview.Failing: "fails", overview.Open: "open",
		overview.Holding: "holds", overview.Dropped: "dropped"}
	var lines []string
	for _, v := range r.Gates {
		lines = append(lines, fmt.Sprintf("gate %s  %s: %s", states[overview.GateStateOf(v)], overview.GateName(v),
			overview.GateResult(v)))
	}
	return lines
}

func (r *Comparison) turnedTitle() string {
	primary := r.Primary()
	text := fmt.Sprintf("%d turned worse, %d better", primary.OnlyA, primary.OnlyB)
	if more := primary.OnlyA + primary.OnlyB - len(r.Turned); more > 0 {
		text += fmt.Sprintf("; the first %d (--all: all)", len(r.Turned))
	}
	return text + ":"
}

func (r *Comparison) turnedTable() ([]table.Column, [][]string) {
	var lines [][]string
	for _, t := range r.Turned {
		decided := ""
		if t.DecidedA != t.DecidedB {
			decided = t.DecidedA + " → " + t.DecidedB
		}
		lines = append(lines, []string{t.Suite + "/" + t.Case, t.From + " → " + t.To, t.FirstPath, decided})
	}
	return []table.Column{table.Name("case"), table.Text("turned"), table.Text("first differing call"),
		table.Text("decided")}, lines
}
