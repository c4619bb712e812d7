package trace

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Figure is what one case adds to a figure of its system, or to one of its facets.
type Figure struct {
	System string
	Name   string
	Facet  string // empty: the figure itself
	Unit   pipeline.FigureUnit
	Sum    float64 // of the values
	Of     float64 // of an averaged figure: of the wholes, more than 0; else 0
	N      int     // amounts
}

// FiguresOf returns the figures that a system declares; nil: none.
func FiguresOf(sys pipeline.System) []pipeline.Figure {
	if s, ok := sys.(pipeline.Measured); ok {
		return s.Figures()
	}
	return nil
}

// Figures returns what the case adds to the figures of its system, in the order in which the system measures them; none
// if it has none. The error is the system's mistake.
func (t *Trace) Figures(sys pipeline.System) ([]Figure, error) {
	s, ok := sys.(pipeline.Measured)
	if !ok {
		return nil, nil
	}
	declared := s.Figures()
	log := make([]pipeline.Entry, 0, len(t.Steps))
	calls := map[string]pipeline.Request{}
	for step := range t.Own() {
		log = append(log, step.Entry)
		if c := step.Call; c != nil {
			calls[c.Path] = c.Request
		}
	}
	var all []Figure
	at := map[[2]string]int{}
	for _, a := range s.Measure(log, func(path string) pipeline.Request { return calls[path] }) {
		f, err := pipeline.CheckAmount(declared, a)
		if err != nil {
			return nil, fmt.Errorf("%s: measure: %w", s.Name(), err)
		}
		if f.Unit.Averaged() && a.Of == 0 {
			continue
		}
		key := [2]string{a.Figure, a.Facet}
		i, found := at[key]
		if !found {
			i = len(all)
			at[key] = i
			all = append(all, Figure{System: s.Name(), Name: f.Name, Facet: a.Facet, Unit: f.Unit})
		}
		all[i].Sum += a.Value
		all[i].N++
		if f.Unit.Averaged() {
			all[i].Of += a.Of
		}
	}
	return all, nil
}

// Value returns the figure over this case alone.
func (f *Figure) Value() float64 {
	if f.Unit.Averaged() {
		return f.Sum / f.Of
	}
	return f.Sum
}
