package faults

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Counts is the number of cells by verdict; a verdict without cells is absent.
type Counts map[result.Verdict]int

// Failing is a cell with a failing verdict.
type Failing struct {
	Suite   string          `json:"suite"`
	Case    string          `json:"case"`
	Path    string          `json:"path"`
	Fault   string          `json:"fault"`
	Policy  pipeline.Policy `json:"policy"`
	Verdict result.Verdict  `json:"verdict"`
	Why     string          `json:"why"`
}

// Report is the outcome of a matrix. Its JSON is what `faults --format json` prints.
type Report struct {
	Seed     uint64                     `json:"seed"`
	Cases    int                        `json:"cases"`
	Skipped  int                        `json:"skipped"`  // cases that their system does not support
	Cells    int                        `json:"cells"`    // by all policies, those too that are not applicable
	Verdicts Counts                     `json:"verdicts"` // by strict and extract
	ByStage  map[string]Counts          `json:"by_stage"` // by strict and extract
	ByFault  map[string]Counts          `json:"by_fault"` // by strict and extract
	ByPolicy map[pipeline.Policy]Counts `json:"by_policy"`
	ByClass  map[string]Counts          `json:"by_class"`          // by strict and extract
	Failing  []Failing                  `json:"failing"`           // the first MaxFailing
	Failed   int                        `json:"failed"`            // how many there are
	Details  []*Detail                  `json:"details,omitempty"` // of a single selected cell
	Errors   []string                   `json:"errors"`            // of cases that cannot be run as they are, the first MaxFailing

	Kept int `json:"cells_from_cache,omitempty"` // of the cells, those that an earlier command has made
}

// MaxFailing is how many failing cells and errors are kept; all are counted.
const MaxFailing = 200

// NewReport returns an empty report for a seed.
func NewReport(seed uint64) *Report {
	return &Report{
		Seed: seed, Verdicts: Counts{}, ByStage: map[string]Counts{}, ByFault: map[string]Counts{},
		ByClass:  map[string]Counts{},
		ByPolicy: map[pipeline.Policy]Counts{}, Failing: []Failing{}, Errors: []string{},
	}
}

// Add counts the cells of one more case.
func (r *Report) Add(c CaseCells) {
	r.Cases++
	if c.Skipped {
		r.Skipped++
	}
	if c.Err != "" && len(r.Errors) < MaxFailing {
		r.Errors = append(r.Errors, c.Suite+"/"+c.Case+": "+c.Err)
	}
	r.Details = append(r.Details, c.Details...)
	if c.Kept {
		r.Kept += len(c.Cells)
	}
	for i := range c.Cells {
		r.add(c, &c.Cells[i])
	}
}

func (r *Report) add(of CaseCells, c *result.Cell) {
	r.Cells++
	count(r.ByPolicy, c.Policy, c.Verdict)
	if c.Judged() {
		r.Verdicts[c.Verdict]++
		count(r.ByStage, c.Stage, c.Verdict)
		count(r.ByFault, c.FaultName(), c.Verdict)
		count(r.ByClass, c.Class, c.Verdict)
	}
	if !c.Fails() {
		return
	}
	if r.Failed++; len(r.Failing) < MaxFailing {
		r.Failing = append(r.Failing, Failing{of.Suite, of.Case, c.Path, c.Fault, c.Policy, c.Verdict, c.Why})
	}
}

func count[K comparable](by map[K]Counts, key K, v result.Verdict) {
	if by[key] == nil {
		by[key] = Counts{}
	}
	by[key][v]++
}
