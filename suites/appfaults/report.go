package appfaults

import (
	"cmp"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Counts are how many cells came to each verdict; one that none came to is not there.
type Counts map[Verdict]int

// Row counts the cells of a stage with a fault.
type Row struct {
	Suite    string `json:"suite"`
	Stage    string `json:"stage"`
	Fault    string `json:"fault"`
	Every    bool   `json:"every"`
	Verdicts Counts `json:"verdicts"`

	order int // of the stage in its suite
}

// Report is what the cells came to.
type Report struct {
	Cases      int      `json:"cases"`
	Skipped    int      `json:"skipped"`    // cases that their system does not support
	Unanswered int      `json:"unanswered"` // requests that nothing answers: they got a fixed sentence
	Answered   string   `json:"answered"`   // that sentence
	Verdicts   Counts   `json:"verdicts"`
	Rows       []Row    `json:"rows"`
	Cells      []Cell   `json:"cells"`
	Errors     []string `json:"errors"` // of cases that cannot be run as they are

	Gates []metric.Verdict `json:"gates"` // of the suites, about faults
}

// NewReport begins to count.
func NewReport() *Report {
	return &Report{Answered: answered, Verdicts: Counts{}, Rows: []Row{}, Cells: []Cell{}, Errors: []string{},
		Gates: []metric.Verdict{}}
}

// Add counts the cells of one more case of a suite.
func (r *Report) Add(s *project.Suite, c *CaseCells) {
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
}

func (r *Report) row(c *Cell) *Row {
	i := slices.IndexFunc(r.Rows, func(row Row) bool {
		return row.Suite == c.Suite && row.Stage == c.Stage && row.Fault == c.Fault && row.Every == c.Every
	})
	if i < 0 {
		i = len(r.Rows)
		r.Rows = append(r.Rows, Row{Suite: c.Suite, Stage: c.Stage, Fault: c.Fault, Every: c.Every, Verdicts: Counts{}})
	}
	return &r.Rows[i]
}

// compareRows orders rows by suite, by stages as the suite has them, and by faults as they are listed.
func compareRows(a, b Row) int {
	names := fault.ApplicationNames()
	every := func(r Row) int {
		if r.Every {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(a.Suite, b.Suite), cmp.Compare(a.order, b.order),
		cmp.Compare(slices.Index(names, a.Fault), slices.Index(names, b.Fault)), cmp.Compare(every(a), every(b)))
}

// FaultName is the fault, and whether it holds each time the request is asked.
func (r *Row) FaultName() string { return faultName(r.Fault, r.Every) }
