// Package covered reports what the cases of a run reach, and what none does: first the words that no prompt holds.
package covered

import (
	"cmp"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/coverage"
)

// Report is what the cases of a run reach.
type Report struct {
	Branches  coverage.Share  `json:"branches"`
	Lines     *coverage.Share `json:"lines,omitempty"` // of applications' prompt files; nil: there are none
	Fallbacks coverage.Share  `json:"fallbacks"`
	Decisions coverage.Share  `json:"decisions"`
	Tools     coverage.Share  `json:"tools"`           // called, of those that are offered
	Failures  coverage.Share  `json:"tools_failed"`    // of those that are called
	Skills    coverage.Share  `json:"skills"`          // chosen, of those that are offered
	Stages    coverage.Share  `json:"stages"`          // that call a model
	Cells     *coverage.Share `json:"cells,omitempty"` // of the matrices of faults; nil: faults are not asked for

	Bare     []Text `json:"bare"`      // words that no prompt holds
	OneSided []Text `json:"one_sided"` // outcomes without words that never came
	Thin     []Text `json:"thin"`      // words that exactly one case reaches

	Unreachable  []Text `json:"unreachable"`  // outcomes that can never come, and why: as their templates say
	Contradicted []Text `json:"contradicted"` // those that a case reaches all the same

	Never []Never `json:"never"` // all else that no case reaches

	branches []coverage.Count
	faults   bool // what only a broken call reaches counts
}

// Text is a branch of a template, or a line of a prompt file.
type Text struct {
	System string `json:"system"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	If     string `json:"if"`
	Words  string `json:"text"`
	Case   string `json:"case,omitempty"` // of thin words, and of an unreachable text that was reached
	Why    string `json:"why,omitempty"`  // of an unreachable one
}

// Never is something else that no case reaches.
type Never struct {
	Kind   coverage.Kind `json:"kind"`
	System string        `json:"system"`
	In     string        `json:"in"`
	Name   string        `json:"name"`
}

// New returns the report of counts. faults counts what only a broken call reaches too, and the cells of matrices.
func New(counts []coverage.Count, faults bool) *Report {
	t := coverage.NewTally()
	for _, c := range counts {
		t.Count(c)
	}
	shares := t.Shares(faults)
	r := &Report{
		Branches: shares[coverage.Branch], Fallbacks: shares[coverage.Fallback], Decisions: shares[coverage.Decision],
		Tools: shares[coverage.Tool], Failures: shares[coverage.Failure], Skills: shares[coverage.Skill],
		Stages: shares[coverage.Stage], Bare: []Text{}, OneSided: []Text{}, Thin: []Text{}, Never: []Never{},
		Unreachable: []Text{}, Contradicted: []Text{}, faults: faults,
	}
	if s, any := shares[coverage.Line]; any {
		r.Lines = &s
	}
	if s, any := shares[coverage.Cell]; any && faults {
		r.Cells = &s
	}
	sided := map[coverage.Key]bool{} // statements of which an outcome was reached
	all := t.Counts()
	for i := range all {
		if c := &all[i]; c.Kind == coverage.Branch && c.Reaches(faults) {
			sided[statement(c)] = true
		}
	}
	for i := range all {
		r.add(&all[i], faults, sided[statement(&all[i])])
	}
	return r
}

func statement(c *coverage.Count) coverage.Key {
	return coverage.Key{Kind: coverage.Branch, In: c.In, N: c.Of}
}

// add adds a count. sided reports whether another outcome of its statement was reached.
func (r *Report) add(c *coverage.Count, faults, sided bool) {
	texts := c.Kind == coverage.Branch || c.Kind == coverage.Line
	if texts {
		r.branches = append(r.branches, *c)
	}
	text := Text{System: c.System, File: c.In, Line: c.Line, If: c.What, Words: c.Words, Why: c.Unreachable}
	switch reached := c.Reaches(faults); {
	case c.Unreachable != "" && reached:
		text.Case = cmp.Or(c.First, "with a broken call")
		r.Contradicted = append(r.Contradicted, text)
	case c.Unreachable != "":
		r.Unreachable = append(r.Unreachable, text)
	case texts && !reached && !c.IsBlank():
		r.Bare = append(r.Bare, text)
	case texts && !reached && sided:
		r.OneSided = append(r.OneSided, text)
	case texts && c.Cases == 1 && c.Broken == 0 && !c.IsBlank():
		text.Case = c.First
		r.Thin = append(r.Thin, text)
	case !texts && !reached && (faults || c.Kind != coverage.Cell):
		r.Never = append(r.Never, Never{c.Kind, c.System, c.In, c.Name})
	}
}

// Total is how much of a kind was reached.
type Total struct {
	Name string `json:"name"` // what was reached, in words
	coverage.Share
}

// Totals returns the totals of each kind of which there is something.
func (r *Report) Totals() []Total {
	all := []Total{}
	for _, s := range []struct {
		name  string
		share *coverage.Share
	}{
		{"branches taken", &r.Branches}, {"lines of prompt files", r.Lines}, {"fallbacks, by reason", &r.Fallbacks},
		{"values decided", &r.Decisions}, {"tools called", &r.Tools}, {"tools that failed", &r.Failures},
		{"skills chosen", &r.Skills}, {"stages that call a model", &r.Stages}, {"cells of faults", r.Cells},
	} {
		if s.share != nil && s.share.All > 0 {
			all = append(all, Total{s.name, *s.share})
		}
	}
	return all
}

// Empty reports whether there is nothing to reach.
func (r *Report) Empty() bool {
	return len(r.branches) == 0 && len(r.Never) == 0 && r.Fallbacks.All+r.Stages.All+r.Tools.All == 0
}

// hits returns how many cases reach a branch or line.
func (r *Report) hits(c *coverage.Count) int {
	if r.faults {
		return max(c.Cases, c.Broken)
	}
	return c.Cases
}

// byLine returns the branches by file and line.
func (r *Report) byLine() []coverage.Count {
	all := slices.Clone(r.branches)
	slices.SortStableFunc(all, func(a, b coverage.Count) int {
		return cmp.Or(cmp.Compare(a.In, b.In), cmp.Compare(a.Line, b.Line), cmp.Compare(a.N, b.N))
	})
	return all
}
