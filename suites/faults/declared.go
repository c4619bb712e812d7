// CheckDeclared compares the fallbacks that systems declare (pipeline.Declared) with what they do.
//
// Each call of a case fails once for each reason that its stage can meet, in a separate run, and so does each retry
// that follows. Everything after it has to equal another run in which the last request got the declared answer, after
// the same time: every request, decision and reply, and the fallbacks of others. The case's own answers hold in all of
// these runs; calls without one get one fixed answer.

package faults

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// DeclaredOptions say which calls fail.
type DeclaredOptions struct {
	Cases   filter.Cases // whose calls
	Stages  []string     // globs over stages and paths of calls; none: all
	Workers int          // concurrent cases; 0: one for each processor

	Otherwise fixtures.Answers // by stage, for calls that neither case nor recording nor suite answers
	Exchange  runner.Exchange  // how transport faults in a suite's cases are produced

	declares func(pipeline.Request) []pipeline.Declared // what a request declares; nil: its Declared
}

// Difference is a declaration that does not hold.
type Difference struct {
	Suite    string          `json:"suite"`
	Case     string          `json:"case"`
	Path     string          `json:"path"`
	Stage    string          `json:"stage"`
	Reason   pipeline.Reason `json:"reason"`
	Declared string          `json:"declared"` // answer, undone, reask, then, or nothing
	What     string          `json:"what"`     // the first thing that differs
}

// DeclaredStage counts the cells of one stage of a system. A cell is a call that fails for one reason.
type DeclaredStage struct {
	System      string            `json:"system"`
	Stage       string            `json:"stage"`
	Calls       int               `json:"calls"`
	Reasons     []pipeline.Reason `json:"reasons"`
	Cells       int               `json:"cells"`
	Undeclared  int               `json:"undeclared"` // cells without a declaration: the stage has no fallback
	Differences int               `json:"differences"`
}

// DeclaredReport is the outcome of a check. Its JSON is what `faults --declared --format json` prints.
type DeclaredReport struct {
	Cases       int             `json:"cases"`
	Skipped     int             `json:"skipped"` // cases that their system does not support
	Cells       int             `json:"cells"`
	Differences int             `json:"differences"`
	Stages      []DeclaredStage `json:"stages"`
	Found       []Difference    `json:"found"`  // the first MaxFound
	Errors      []string        `json:"errors"` // of cases that cannot run, the first MaxFound

	Applications []string `json:"applications,omitempty"` // suites left out: their programs declare nothing
}

// MaxFound is how many differences and errors are kept; all are counted.
const MaxFound = 200

// CheckDeclared checks the calls of the suites' cases, many cases concurrently, and counts in the order of suites and
// cases. told is called after each case. It stops when ctx ends.
func CheckDeclared(
	ctx context.Context, suites []*project.Suite, systems []string, o DeclaredOptions, told func(),
) (*DeclaredReport, error) {
	report := &DeclaredReport{Stages: []DeclaredStage{}, Found: []Difference{}, Errors: []string{}}
	for _, s := range suites {
		if s.IsApplication() {
			report.Applications = append(report.Applications, s.Name)
			continue
		}
		report.add(s)
		worker := func(ctx context.Context) func(fixtures.Source) *caseReport {
			return func(src fixtures.Source) *caseReport { return checkCase(ctx, s, src, systems, o) }
		}
		err := fixtures.SideBySide(ctx, s.Sources(), o.Workers, worker, func(c *caseReport) error {
			if c != nil {
				report.count(s, c)
			}
			told()
			return nil
		})
		if err != nil {
			return report, err
		}
	}
	return report, nil
}

// add adds empty counts for the calling stages of a suite's system.
func (r *DeclaredReport) add(s *project.Suite) {
	for _, st := range s.Vocabulary().Stages {
		if !st.Calls || r.stage(s.System, st.Name) != nil {
			continue
		}
		row := DeclaredStage{System: s.System, Stage: st.Name, Reasons: []pipeline.Reason{}}
		for _, f := range faults(st) {
			row.Reasons = append(row.Reasons, f.reason)
		}
		r.Stages = append(r.Stages, row)
	}
}

func (r *DeclaredReport) stage(system, name string) *DeclaredStage {
	i := slices.IndexFunc(r.Stages, func(s DeclaredStage) bool { return s.System == system && s.Stage == name })
	if i < 0 {
		return nil
	}
	return &r.Stages[i]
}

func (r *DeclaredReport) count(s *project.Suite, c *caseReport) {
	r.Cases++
	if c.skipped {
		r.Skipped++
	}
	if c.err != "" && len(r.Errors) < MaxFound {
		r.Errors = append(r.Errors, c.err)
	}
	for _, n := range c.stages {
		row := r.stage(s.System, n.Stage)
		row.Calls += n.Calls
		row.Cells += n.Cells
		row.Undeclared += n.Undeclared
		row.Differences += n.Differences
		r.Cells += n.Cells
		r.Differences += n.Differences
	}
	r.Found = append(r.Found, c.found[:min(len(c.found), MaxFound-len(r.Found))]...)
}

// caseReport is the outcome of the cells of one case.
type caseReport struct {
	stages  []DeclaredStage
	found   []Difference // the first MaxFound
	skipped bool
	err     string // empty: the case has run
}

// checkCase lets each call of a case fail in each way; it returns nil when a filter leaves the case out.
func checkCase(ctx context.Context, s *project.Suite, src fixtures.Source, systems []string,
	o DeclaredOptions) *caseReport {
	if !o.Cases.All() {
		if c, err := src.Head(); err == nil && !o.Cases.Has(s.Name, c.ID, c.Tags) {
			return nil
		}
	}
	report := &caseReport{}
	prepared, err := runner.Prepare(s, src, systems, o.Exchange)
	if err != nil {
		report.err = s.Masker().Secrets().Text(OneLine(err))
		return report
	}
	of := OpenCase(ctx, prepared, CaseOptions{
		Stages: s.Vocabulary().Stages, Otherwise: o.Otherwise, Declares: o.declares,
	})
	intended := of.Intended()
	if err := intended.Err; err != nil {
		if report.skipped = isUnsupported(err); !report.skipped {
			report.err = s.Masker().Secrets().Text(s.Name + "/" + prepared.ID() + ": " + OneLine(err))
		}
		return report
	}
	for _, e := range intended.Log {
		if e.Kind != pipeline.EntryCall || !filter.MatchesCall(o.Stages, e.Stage, e.Path) {
			continue
		}
		c := of.Call(e)
		if c == nil {
			continue // no answer that could fail
		}
		at := Difference{Suite: s.Name, Case: prepared.ID(), Path: e.Path, Stage: e.Stage}
		if !report.call(ctx, c, at, s.Masker().Secrets()) {
			return nil
		}
	}
	return report
}

// call lets one call fail in each way. at locates a difference; ok is false when the run has ended.
func (r *caseReport) call(
	ctx context.Context, c *Call, at Difference, mask *secrets.Masker,
) (ok bool) {
	n := DeclaredStage{Stage: at.Stage, Calls: 1}
	for _, f := range faults(c.Of) {
		v := cell(c, f)
		if ctx.Err() != nil {
			return false
		}
		n.Cells++
		switch {
		case v.What == "" && v.Kind == KindNothing:
			n.Undeclared++
		case v.What != "":
			n.Differences++
			if len(r.found) < MaxFound {
				d := at
				d.Path, d.Reason, d.Declared, d.What = mask.Text(d.Path), f.reason, string(v.Kind), mask.Text(v.What)
				r.found = append(r.found, d)
			}
		}
	}
	r.add(n)
	return true
}

// add counts the cells of one call.
func (r *caseReport) add(n DeclaredStage) {
	i := slices.IndexFunc(r.stages, func(s DeclaredStage) bool { return s.Stage == n.Stage })
	if i < 0 {
		r.stages = append(r.stages, n)
		return
	}
	r.stages[i].Calls += n.Calls
	r.stages[i].Cells += n.Cells
	r.stages[i].Undeclared += n.Undeclared
	r.stages[i].Differences += n.Differences
}
