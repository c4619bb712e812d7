package faults

import (
	"cmp"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// AppCounts is the number of cells by verdict; a verdict without cells is absent.
type AppCounts map[result.AppVerdict]int

// AppRow counts the cells of a stage with a fault.
type AppRow struct {
	Suite    string    `json:"suite"`
	Stage    string    `json:"stage"`
	Fault    string    `json:"fault"`
	Every    bool      `json:"every"`
	Verdicts AppCounts `json:"verdicts"`

	order int // of the stage in its suite
}

// AppReport is the outcome of the cells.
type AppReport struct {
	Cases      int       `json:"cases"`
	Skipped    int       `json:"skipped"`    // cases that their system does not support
	Unanswered int       `json:"unanswered"` // unanswered requests: they got a fixed sentence
	Answered   string    `json:"answered"`   // that sentence
	Verdicts   AppCounts `json:"verdicts"`
	Rows       []AppRow  `json:"rows"`
	Cells      []AppCell `json:"cells"`

	Unfit []AppUnfit `json:"not_applicable"` // faults that answers cannot have, by stage and reason

	Errors []string `json:"errors"` // of cases that cannot run even without a fault

	Gates []metric.Verdict `json:"gates"` // of the suites, about faults
}

// NewAppReport returns an empty report.
func NewAppReport() *AppReport {
	return &AppReport{Answered: answered, Verdicts: AppCounts{}, Rows: []AppRow{}, Cells: []AppCell{},
		Unfit: []AppUnfit{}, Errors: []string{}, Gates: []metric.Verdict{}}
}

// Add counts the cells of one more case of a suite.
func (r *AppReport) Add(s *project.Suite, c *AppCaseCells) {
	r.Cases++
	if c.Skipped {
		r.Skipped++
	}
	if c.Err != nil {
		r.Errors = append(r.Errors, s.Masker().Text(c.Suite+"/"+c.Case+": "+oneLine(c.Err.Error())))
	}
	r.Cells = append(r.Cells, c.Cells...)
	stages := s.Vocabulary().Stages
	for i := range c.Cells {
		cell := &c.Cells[i]
		r.Unanswered += cell.Unanswered
		r.Verdicts[cell.Verdict]++
		row := r.row(cell)
		row.Verdicts[cell.Verdict]++
		row.order = slices.IndexFunc(stages, func(st pipeline.Stage) bool { return st.Name == cell.Stage })
	}
	slices.SortStableFunc(r.Rows, compareRows)
	for _, u := range c.Unfit {
		r.cannot(u)
	}
}

// cannot counts a fault that the answer to a call cannot have.
func (r *AppReport) cannot(u AppUnfit) {
	i := slices.IndexFunc(r.Unfit, func(has AppUnfit) bool {
		has.Calls = 0
		return has == u
	})
	if i < 0 {
		i = len(r.Unfit)
		r.Unfit = append(r.Unfit, u)
	}
	r.Unfit[i].Calls++
}

func (r *AppReport) row(c *AppCell) *AppRow {
	i := slices.IndexFunc(r.Rows, func(row AppRow) bool {
		return row.Suite == c.Suite && row.Stage == c.Stage && row.Fault == c.BareFault() && row.Every == c.Every
	})
	if i < 0 {
		i = len(r.Rows)
		r.Rows = append(r.Rows, AppRow{Suite: c.Suite, Stage: c.Stage, Fault: c.BareFault(), Every: c.Every,
			Verdicts: AppCounts{}})
	}
	return &r.Rows[i]
}

// Worst returns the cells, those with the worst verdicts first.
func (r *AppReport) Worst() []*AppCell {
	all := make([]*AppCell, len(r.Cells))
	for i := range r.Cells {
		all[i] = &r.Cells[i]
	}
	order := result.AppVerdicts()
	rank := func(c *AppCell) int {
		v := c.Verdict
		if v.Good() && c.Finding() { // asked again too early
			v = result.AppPassedOn
		}
		return slices.Index(order, v)
	}
	slices.SortStableFunc(all, func(a, b *AppCell) int { return cmp.Compare(rank(b), rank(a)) })
	return all
}

// Findings returns the cells that have something to look at, the worst ones first.
func (r *AppReport) Findings() []*AppCell {
	return slices.DeleteFunc(r.Worst(), func(c *AppCell) bool { return !c.Finding() })
}

// compareRows orders rows by suite, by the suite's order of stages, and by the list of faults.
func compareRows(a, b AppRow) int {
	names := fault.Names(fault.OfApplications())
	every := func(r AppRow) int {
		if r.Every {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(a.Suite, b.Suite), cmp.Compare(a.order, b.order),
		cmp.Compare(slices.Index(names, a.Fault), slices.Index(names, b.Fault)), cmp.Compare(every(a), every(b)))
}

// FaultName returns the fault, and whether it holds each time that the request is sent.
func (r *AppRow) FaultName() string { return faultName(r.Fault, r.Every) }
