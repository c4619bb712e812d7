package ci

import (
	"io"

	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// JSON prints a run as JSON at its end. It keeps only the cases that are not green.
type JSON struct {
	w     io.Writer
	full  bool
	cases []caseJSON
}

// NewJSON prints to w. A full report has the measures too, of all suites and of each.
func NewJSON(w io.Writer, full bool) *JSON { return &JSON{w: w, full: full, cases: []caseJSON{}} }

// caseJSON is a case that failed, ended in an error or has changed.
type caseJSON struct {
	Suite   string        `json:"suite"`
	Case    string        `json:"case"`
	Sample  int           `json:"sample,omitempty"`
	Status  result.Status `json:"status"`
	Changed int           `json:"changed"` // unaccepted prompts

	Conflicted bool `json:"conflicted,omitempty"` // the golden holds a merge conflict

	Quarantine string `json:"quarantine,omitempty"` // why the failure fails no gate
}

// Case keeps a case that is not green.
func (r *JSON) Case(c *rows.Case) error {
	n := &c.Sums
	changed := n.Differ()
	if c.Status == result.StatusFailed || c.Status == result.StatusError || changed > 0 || n.Forms > 0 {
		r.cases = append(r.cases, caseJSON{c.Suite, c.Name(), c.Sample, c.Status, changed, n.Conflicted > 0,
			c.Quarantine})
	}
	return nil
}

// suiteJSON is a suite of the run, with its measures in a full report.
type suiteJSON struct {
	Suite    string            `json:"suite"`
	Measures *[]metric.Measure `json:"measures,omitempty"`
}

// End prints the report: the total, the gates, the suites, the cases that are not green, and the edits.
func (r *JSON) End(o *overview.Overview) error {
	t := o.Total
	t.Fallbacks = printable.OrEmpty(t.Fallbacks)
	suites := []suiteJSON{}
	for _, s := range o.Suites {
		suites = append(suites, suiteJSON{Suite: s.Name})
	}
	var measures *[]metric.Measure
	if r.full {
		total, bySuite := o.Measures()
		total = printable.OrEmpty(total)
		measures = &total
		for i := range bySuite {
			of := printable.OrEmpty(bySuite[i].Measures)
			suites[i].Measures = &of
		}
	}
	flaky, _ := o.Flaky()
	return printable.WriteJSON(r.w, struct {
		overview.Summary
		CaseList []caseJSON        `json:"case_list"`
		Flaky    []metric.Flaky    `json:"flaky,omitempty"` // the first cases of which only some samples pass
		Gates    []metric.Verdict  `json:"gates"`
		Measures *[]metric.Measure `json:"measures,omitempty"`
		Suites   []suiteJSON       `json:"suites"`
		Orphans  []review.Orphan   `json:"orphans,omitempty"`

		Uncompared int                `json:"uncompared"`           // goldens that nothing was compared with
		NotDriven  []stored.NotDriven `json:"not_driven,omitempty"` // suites that were left out

		CellsKept int `json:"cells_from_cache,omitempty"` // of the calls broken on purpose

		Baselines []stored.Comparison `json:"baselines,omitempty"`
		Edits     []editJSON          `json:"edits,omitempty"` // edits, in the order of reach
	}{t, r.cases, flaky, printable.OrEmpty(o.Gates), measures, suites, o.Orphans.Files, o.Untested.Goldens(),
		o.Untested.NotDriven, o.CellsKept,
		o.Baselines, editsOf(o)})
}

// editJSON is one edit with its reach.
type editJSON struct {
	GroupID string     `json:"group_id"`
	Title   string     `json:"title"`
	Change  string     `json:"change"`
	Source  sourceJSON `json:"source"`
	Stages  []string   `json:"stages"`
	Calls   int        `json:"calls"`
	Cases   int        `json:"cases"`
	Edits   int        `json:"edits"` // distinct ones of words
	Hunks   []hunkJSON `json:"hunks"` // the first of them
	First   []string   `json:"first"` // calls, as suite/case/path
}

type sourceJSON struct {
	Kind   string `json:"kind"`
	Name   string `json:"name,omitempty"`
	Define string `json:"define,omitempty"`
	Path   string `json:"path,omitempty"`
	Line   int    `json:"line,omitempty"`
}

// hunkJSON holds lines of the golden and those sent instead.
type hunkJSON struct {
	Old string `json:"old"`
	New string `json:"new"`
}

func editsOf(o *overview.Overview) []editJSON {
	var all []editJSON
	for _, g := range o.Groups() {
		e := editJSON{
			GroupID: g.ID, Title: g.Title(), Change: string(g.Kind), Stages: g.Stages, Calls: g.Calls, Cases: g.Cases,
			Source: sourceJSON{string(g.Source.Kind), g.Source.Name, g.Source.Define, g.Source.Path, g.Line()},
			Edits:  g.Edits, Hunks: []hunkJSON{},
		}
		for _, h := range g.Hunks {
			e.Hunks = append(e.Hunks, hunkJSON{cells.Text(h.Old), cells.Text(h.New)})
		}
		e.First, _ = cells.Calls(&g)
		all = append(all, e)
	}
	return all
}
