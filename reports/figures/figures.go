// Package figures shows the figures of systems over the cases of a run: pipeline.Figure.
package figures

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// learned begins the names of metrics that are shown with the figures, though every system may have them.
const learned = "learning.effect"

// Figures collects the figures of a run, suite by suite, since suites may ask different models. Its size does not grow
// with the number of cases.
type Figures struct {
	declared map[string][]pipeline.Figure // by system
	suites   []suite
}

type suite struct {
	name, system string
	tally        *metric.Tally
}

// New returns a collector. declared are the figures of systems, by name, which say what a figure means: those of any
// other system are shown without words.
func New(declared map[string][]pipeline.Figure) *Figures { return &Figures{declared: declared} }

// Line is one figure of one suite, or of a part of its cases.
type Line struct {
	System string     `json:"system"` // empty: unknown, since no case of the suite has a figure
	Suite  string     `json:"suite"`
	Figure string     `json:"figure"` // with its facet: route.calls[quick]
	Value  float64    `json:"value"`
	Unit   score.Unit `json:"unit"`
	N      int        `json:"n"`     // how many turns, prompts, runs or cases were measured
	About  string     `json:"about"` // what it says, of the system that is built in
	Claim  string     `json:"claim"` // what the system's document says; empty: nothing
}

// Case counts one more case. Cases of a suite come one after the other.
func (f *Figures) Case(c *rows.Case) {
	if n := len(f.suites); n == 0 || f.suites[n-1].name != c.Suite {
		f.suites = append(f.suites, suite{name: c.Suite, tally: metric.NewTally(nil)})
	}
	s := &f.suites[len(f.suites)-1]
	if len(c.Figures) > 0 {
		s.system = c.Figures[0].System
	}
	s.tally.Add(c.Result)
}

// Lines returns the figures: by system, then in the order of the run's suites, then as the system declares them.
func (f *Figures) Lines() []Line {
	var all []Line
	for _, s := range f.suites {
		declared := f.declared[s.system]
		var of []Line
		for _, m := range s.tally.Measures() {
			if !m.Figure && !strings.HasPrefix(m.Name, learned) {
				continue
			}
			line := Line{System: s.system, Suite: s.name, Figure: m.Name, Value: m.Value, Unit: m.Unit, N: m.Scores}
			if i := position(declared, m.Name); i < len(declared) {
				line.About, line.Claim = declared[i].About, declared[i].Claim
			}
			of = append(of, line)
		}
		slices.SortStableFunc(of, func(a, b Line) int {
			return cmp.Or(cmp.Compare(position(declared, a.Figure), position(declared, b.Figure)),
				cmp.Compare(a.Figure, b.Figure))
		})
		all = append(all, of...)
	}
	slices.SortStableFunc(all, func(a, b Line) int { return cmp.Compare(a.System, b.System) })
	return all
}

// position returns the position of a figure in a declaration; undeclared ones come last.
func position(declared []pipeline.Figure, name string) int {
	name, _, _ = strings.Cut(name, "[")
	i := slices.IndexFunc(declared, func(f pipeline.Figure) bool { return f.Name == name })
	if i < 0 {
		return len(declared)
	}
	return i
}

// Text returns the value as people read it, with its unit.
func (l *Line) Text() string {
	switch l.Unit {
	case score.Share:
		return decimals(100*l.Value, 1) + "%"
	case score.TokenCount, score.MeanTokens:
		digits := 1
		if math.Abs(l.Value) >= 100 {
			digits = 0
		}
		return decimals(l.Value, digits) + " tokens"
	}
	return decimals(l.Value, 2)
}

// decimals prints a number rounded to so many decimal places.
func decimals(value float64, digits int) string {
	scale := math.Pow10(digits)
	return strconv.FormatFloat(math.Round(value*scale)/scale, 'f', -1, 64)
}
