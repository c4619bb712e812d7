package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// labelRow is what of a score's row a label for routing is told by.
type labelRow struct {
	Suite    string `parquet:"suite,dict"`
	Case     string `parquet:"case_id,dict"`
	Path     string `parquet:"path,dict"`
	Scorer   string `parquet:"scorer,dict"`
	Metric   string `parquet:"metric,dict"`
	By       string `parquet:"facet,dict"`
	Holds    *bool  `parquet:"holds"`
	Expected string `parquet:"expected,dict"`
	Actual   string `parquet:"actual,dict"`
	Reason   string `parquet:"reason"`
}

// What a page shows of routing.
const (
	mostMistaken = 5  // messages of a suite
	mostNamed    = 40 // columns of a terminal that an action's name may take
	mostColumns  = 12 // actions that have a column; more are listed
)

// mdRouting tells how the messages that have labels were routed: the first mistakes, and the confusion matrices. Suites
// may ask different models, so they are not mixed.
type mdRouting struct {
	mistaken, matrices mdSection

	suite string
	tally *metric.Tally
	wrong int // messages of the suite that are routed in another way than their labels say
	of    int
}

func newMdRouting(folder string, info *RunInfo) (*mdRouting, error) {
	r := &mdRouting{
		mistaken: mdSection{
			what: "suites with messages routed otherwise", head: "### Messages routed otherwise than labelled\n\n",
		},
		matrices: mdSection{what: "confusion matrices", head: "### Confusion matrices\n\n"},
	}
	routed := func(m metric.Measure) bool { return strings.HasPrefix(m.Name, "routing.") }
	if !slices.ContainsFunc(info.Measures, routed) {
		return r, nil
	}
	return r, r.read(folder)
}

func (r *mdRouting) read(folder string) (err error) {
	rows, err := openRows[labelRow](folder, "scores")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.close()) }()
	var first []string
	for {
		row, err := rows.next()
		if err != nil {
			return err
		}
		if row == nil || r.tally != nil && row.Suite != r.suite {
			r.end(first)
			first = nil
		}
		if row == nil {
			return nil
		}
		if row.Scorer != "routing" || row.Metric != "accuracy" || row.Holds == nil {
			continue
		}
		r.add(row)
		if !*row.Holds && len(first) < mostMistaken {
			first = append(first, "  - "+mdCode(row.Suite+"/"+row.Case+"/"+row.Path)+": "+mdCode(row.Reason)+"\n")
		}
	}
}

// add counts a message.
func (r *mdRouting) add(row *labelRow) {
	if r.tally == nil {
		r.suite, r.tally, r.wrong, r.of = row.Suite, metric.NewTally(nil), 0, 0
	}
	if r.of++; !*row.Holds {
		r.wrong++
	}
	r.tally.Add(&result.Result{Suite: row.Suite, Case: row.Case, Scores: []score.Score{{
		Scorer: row.Scorer, Metric: row.Metric, By: row.By, Unit: score.Share, Path: row.Path,
		Want: row.Expected, Got: row.Actual, Expected: true, Holds: *row.Holds,
	}}})
}

// end makes the entries of a suite. first are its first mistakes.
func (r *mdRouting) end(first []string) {
	if r.tally == nil {
		return
	}
	if r.wrong > 0 {
		line := fmt.Sprintf("- %s: %d of %d messages; the first of them:\n", mdCode(r.suite), r.wrong, r.of)
		r.mistaken.add(line + strings.Join(first, ""))
	}
	for _, kind := range []string{score.LabelHard, score.LabelSoft} {
		if c := r.tally.Confusions()[kind]; c != nil {
			r.matrices.add(fmt.Sprintf("%s: decisions against %s labels\n\n", mdCode(r.suite), kind) + mdMatrix(c, kind) + "\n")
		}
	}
	r.tally = nil
}

// mdMatrix is a confusion matrix: a row for each label, a column for each decision, or a list of them where there are
// too many.
func mdMatrix(c *metric.Confusion, kind string) string {
	columns := []string{"label"}
	listed := len(c.Actions()) > mostColumns
	if listed {
		columns = append(columns, "decisions")
	} else {
		for _, action := range c.Actions() {
			columns = append(columns, mdName(action)+":")
		}
	}
	table := mdColumns(append(columns, "precision:", "recall:", "F1:")...)
	for _, row := range matrixRows(c, kind, listed) {
		row[0] = mdName(row[0])
		if listed {
			row[1] = mdCode(row[1])
		}
		table += mdRow(row...)
	}
	return table
}

// mdName is an action. An empty one is an answer, too.
func mdName(action string) string {
	if action == "" {
		return "–"
	}
	return mdCode(cut(Printable(action), mostNamed))
}
