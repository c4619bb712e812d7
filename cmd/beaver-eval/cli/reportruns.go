package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// lastRuns are the options of a metric over the last runs.
type lastRuns struct {
	most   int // 0: not asked for
	metric string
	where  string
	format string
}

// showRuns prints a metric of the last runs, a line for each, the last one at the bottom.
func (a *reportApp) showRuns(o lastRuns) error {
	p, err := a.Project()
	if err != nil {
		return err
	}
	suite, err := o.suite()
	if err != nil {
		return err
	}
	dir := p.OnDisk(p.Reports)
	runs, err := stored.Recent(dir, o.most)
	if err != nil {
		return err
	}
	if len(runs) == 0 {
		return fmt.Errorf("there is no run with cases below %s: `beaver-eval run` makes one", dir)
	}
	points, err := pointsOf(runs, suite, o.metric)
	if err != nil {
		return err
	}
	return console.Fault(writePoints(a.writerFor(o.format), a.Columns(a.Stdout.W), o.format, o.metric, points))
}

// suite returns the suite that --where names; empty: all of them.
func (o *lastRuns) suite() (string, error) {
	if o.where == "" {
		return "", nil
	}
	key, suite, _ := strings.Cut(o.where, "=")
	if key != "suite" || suite == "" {
		return "", fmt.Errorf("--where: want suite=NAME, got %q; a stage is part of the metric: "+
			"cost.prompt_tokens[router]", o.where)
	}
	return suite, nil
}

// point is a metric of one run.
type point struct {
	run    *stored.Run
	value  metric.Measure
	exists bool
}

// pointsOf returns the metric of each run, of one suite or of all. It is an error if no run has it.
func pointsOf(runs []*stored.Run, suite, name string) ([]point, error) {
	points := make([]point, len(runs))
	var names, suites []string // of the metrics; of the suites
	found := false
	for i, r := range runs {
		points[i].run = r
		of := r.Measures
		if suite != "" {
			of = nil
		}
		for _, s := range r.Suites {
			suites = append(suites, s.Suite)
			if s.Suite == suite {
				of = s.Measures
			}
		}
		for _, m := range of {
			names = append(names, m.Name)
			if m.Name == name {
				points[i].value, points[i].exists = m, m.Scores > 0
				found = true
			}
		}
	}
	switch {
	case found:
		return points, nil
	case suite != "" && !slices.Contains(suites, suite):
		return nil, fmt.Errorf("--where: no run has the suite %s%s", suite, wording.Hint(suite, distinct(suites)))
	}
	hint := ""
	if near := wording.Nearest(name, distinct(names)); near != "" {
		hint = " (nearest: " + near + ")"
	}
	return nil, fmt.Errorf("--metric: no run has %s%s; `beaver-eval report show --format json` lists the metrics", name,
		hint)
}

func distinct(names []string) []string { return slices.Compact(slices.Sorted(slices.Values(names))) }

// barCells is how many cells the longest bar has.
const barCells = 24

// writePoints prints the points in a format. width is that of the terminal; 0: unknown.
func writePoints(w io.Writer, width int, format, name string, points []point) error {
	if format == "json" || format == "csv" {
		names := []string{"run", "started", "exit", "partial", "interrupted", "metric", "value", "unit", "scores"}
		var rows [][]any
		for _, p := range points {
			row := []any{
				p.run.Name, p.run.Started.UTC().Format("2006-01-02T15:04:05Z"), p.run.Exit, p.partial(),
				p.run.Interrupted, name, nil, nil, nil,
			}
			if p.exists {
				row[6], row[7], row[8] = p.value.Value, string(p.value.Unit), p.value.Scores
			}
			rows = append(rows, row)
		}
		if format == "json" {
			return table.JSON(w, names, rows)
		}
		return table.CSV(w, names, rows)
	}
	most := 0.0
	for _, p := range points {
		if p.exists {
			most = max(most, p.value.Value)
		}
	}
	var lines [][]string
	for _, p := range points {
		value, drawn := "–", ""
		if p.exists {
			value, drawn = p.value.String(), bar(p.value.Value, most)
		}
		lines = append(lines, []string{p.run.Name, fmt.Sprint(p.run.Exit), value, drawn, p.note()})
	}
	columns := []table.Column{
		table.Text("run"), table.Number("exit"), table.Number(name), table.Text(""), table.Text(""),
	}
	if format == "markdown" {
		return table.Markdown(w, columns, lines)
	}
	return table.WriteFit(w, width, columns, lines)
}

// partial reports whether the run left cases out, so that its sums are not comparable with those of a whole run.
func (p *point) partial() bool {
	return p.run.Filter != nil && !p.run.Filter.Whole() || p.run.Until.Short()
}

// note says what keeps the run from being comparable with the others.
func (p *point) note() string {
	var notes []string
	if p.partial() {
		notes = append(notes, "part of the cases")
	}
	if p.run.Interrupted {
		notes = append(notes, "interrupted")
	}
	return strings.Join(notes, ", ")
}

// bar draws a value in proportion to the highest one, in eighths of a cell.
func bar(value, most float64) string {
	if value <= 0 || most <= 0 {
		return ""
	}
	eighths := int(value/most*barCells*8 + 0.5)
	part := ""
	if rest := eighths % 8; rest > 0 {
		part = string(rune('█' + 8 - rest))
	}
	return cmp.Or(strings.Repeat("█", eighths/8)+part, "▏")
}

// check rejects options that do not go together. given says whether the number of runs was given, named whether a run
// was named, and filtered whether cases or calls were chosen.
func (o *lastRuns) check(given, named, filtered bool) error {
	switch {
	case !given && (o.metric != "" || o.where != ""):
		return errors.New("--metric and --where go with --runs N")
	case !given:
		return nil
	case o.most < 1:
		return fmt.Errorf("--runs: want 1 or more, got %d", o.most)
	case o.metric == "":
		return errors.New("--runs: add --metric NAME, such as cost.prompt_tokens or routing.accuracy[hard]")
	case named:
		return errors.New("--runs: these are the last runs; it takes no RUN")
	case filtered:
		return errors.New("--runs: it takes no other filter than --where suite=NAME")
	}
	return nil
}

// writerFor returns the standard output for a format.
func (a *reportApp) writerFor(format string) io.Writer {
	if format == "json" {
		return a.Data
	}
	return a.Stdout
}
