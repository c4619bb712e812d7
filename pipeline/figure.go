package pipeline

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Measured is a System with figures of its own: numbers that its design promises. The harness sums them up over cases,
// shows them and evaluates gates on them.
type Measured interface {
	System
	// Figures declares the figures. A name is PART.NAME, of letters, digits and underscores.
	Figures() []Figure
	// Measure returns the amounts of one case: log is everything that happened in it, in the order of the tree, and
	// sent returns what left at the path of a call. It is a pure function, apart from the code that it measures.
	Measure(log []Entry, sent func(path string) Request) []Amount
}

// Figure is a number over many cases. Tokens are estimates (EstimateTokens), even where a model has counted: so two
// runs compare, whatever model answers.
type Figure struct {
	Name   string     // as gates name it: route.calls
	Unit   FigureUnit // how amounts are put together
	Facets []string   // by which it is broken down, as in route.calls[quick]; none: by nothing
	Signed bool       // it may be less than 0
	About  string     // what it says, for people
	Claim  string     // what the document that describes the system says; empty: nothing
}

// FigureUnit is the unit of a figure, and says how the amounts of many cases make one number.
type FigureUnit string

// The units of figures.
const (
	FigureCount      FigureUnit = "count"       // the sum of values
	FigureTokens     FigureUnit = "tokens"      // the sum of values
	FigureShare      FigureUnit = "share"       // the sum of values, divided by the sum of wholes
	FigureMeanCount  FigureUnit = "mean count"  // the same, of what is counted
	FigureMeanTokens FigureUnit = "mean tokens" // the same, of tokens
)

// Averaged reports whether the figure is a quotient of two sums.
func (u FigureUnit) Averaged() bool { return u != FigureCount && u != FigureTokens }

func figureUnits() []FigureUnit {
	return []FigureUnit{FigureCount, FigureTokens, FigureShare, FigureMeanCount, FigureMeanTokens}
}

// Amount is what a place adds to a figure, or to one of its facets. A facet is not added to the figure without one: a
// system that wants both reports both.
type Amount struct {
	Figure string
	Facet  string  // one of Figure.Facets; empty: the figure itself
	Value  float64 // counted
	Of     float64 // of an averaged figure: the whole, or how many things; 0 says nothing, and is left out
}

// CheckFigures returns an error for two figures of one name, and for a name or a unit that does not exist.
func CheckFigures(figures []Figure) error {
	seen := map[string]bool{}
	for _, f := range figures {
		switch {
		case !figureName.MatchString(f.Name):
			return fmt.Errorf("the figure %q: want a name such as route.calls", f.Name)
		case seen[f.Name]:
			return fmt.Errorf("there are two figures named %q", f.Name)
		case !slices.Contains(figureUnits(), f.Unit):
			return fmt.Errorf("the figure %s has the unit %q (there are %q)", f.Name, f.Unit, figureUnits())
		case slices.Contains(f.Facets, ""):
			return fmt.Errorf("the figure %s has a facet without a name", f.Name)
		}
		seen[f.Name] = true
	}
	return nil
}

var figureName = regexp.MustCompile(`^[a-z_]+\.[a-z0-9_]+$`)

// FindFigure returns the figure with a name; ok is false if there is none.
func FindFigure(figures []Figure, name string) (f Figure, ok bool) {
	i := slices.IndexFunc(figures, func(f Figure) bool { return f.Name == name })
	if i < 0 {
		return Figure{}, false
	}
	return figures[i], true
}

// CheckAmount returns the figure of an amount. Its error reports an undeclared figure or facet, and a value that is no
// number.
func CheckAmount(figures []Figure, a Amount) (Figure, error) {
	f, ok := FindFigure(figures, a.Figure)
	switch {
	case !ok:
		names := make([]string, len(figures))
		for i, f := range figures {
			names[i] = f.Name
		}
		return f, fmt.Errorf("the system has no figure %q (Measured.Figures lists %s)", a.Figure,
			strings.Join(names, ", "))
	case a.Facet != "" && !slices.Contains(f.Facets, a.Facet):
		return f, fmt.Errorf("the figure %s has no facet %q (Figure.Facets lists %q)", f.Name, a.Facet, f.Facets)
	case math.IsNaN(a.Value) || math.IsInf(a.Value, 0) || math.IsNaN(a.Of) || math.IsInf(a.Of, 0) || a.Of < 0:
		return f, fmt.Errorf("the figure %s: %v of %v is no number", f.Name, a.Value, a.Of)
	case a.Value < 0 && !f.Signed:
		return f, fmt.Errorf("the figure %s: %v is less than 0 (its Figure.Signed is false)", f.Name, a.Value)
	case !f.Unit.Averaged() && a.Value != math.Trunc(a.Value):
		return f, fmt.Errorf("the figure %s: %v is no whole number", f.Name, a.Value)
	}
	return f, nil
}

// TurnCost is what the calls of one turn come to.
type TurnCost struct {
	Turn   string // its place: turn-2, end
	Calls  int
	Tokens int // of all prompts, estimated
	Depth  int // the longest chain of calls of which each depends on the one before
}

// TurnCosts returns the cost of each turn with a call, in order. log and sent are those of Measured.Measure.
func TurnCosts(log []Entry, sent func(path string) Request) []TurnCost {
	var all []TurnCost
	first := 0 // depth of the turn's first calls
	for _, e := range log {
		if e.Kind != EntryCall {
			continue
		}
		turn, _, _ := strings.Cut(e.Path, "/")
		if len(all) == 0 || all[len(all)-1].Turn != turn {
			all = append(all, TurnCost{Turn: turn})
			first = e.Depth
		}
		c, req := &all[len(all)-1], sent(e.Path)
		first = min(first, e.Depth)
		c.Calls++
		c.Tokens += req.EstimatedTokens()
		c.Depth = max(c.Depth, e.Depth-first+1)
	}
	return all
}
