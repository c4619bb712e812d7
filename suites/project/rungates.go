package project

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// GatesOf returns the gates of a run: the built-in ones, those of the suites, and those that the command line adds or
// drops. live: servers answer.
func GatesOf(loaded []*Suite, ci, live bool, added, dropped []string) (metric.Gates, error) {
	g := metric.Gates{Run: metric.DefaultGates(ci, live), Suites: map[string][]metric.Gate{}, Dropped: dropped}
	var figures []pipeline.Figure
	for _, s := range loaded {
		g.Suites[s.Name] = s.gates
		figures = append(figures, s.known.Figures...)
	}
	if err := filter.Check(dropped); err != nil {
		return g, fmt.Errorf("--no-gate: %w", err)
	}
	var errs []error
	for _, text := range added {
		gate, err := metric.ParseGate(text, figures...)
		if _, ok := g.Suites[gate.Suite]; err == nil && gate.Suite != "" && !ok {
			hint := wording.Hint(gate.Suite, slices.Sorted(maps.Keys(g.Suites)))
			err = fmt.Errorf("gate %q: there is no suite %q in this run%s", text, gate.Suite, hint)
		}
		if err == nil {
			err = checkFacet(gate, loaded)
		}
		if err == nil && gate.Suite == "" && gate.Unit() == score.Money {
			err = oneCurrency(text, loaded)
		}
		g.Run = append(g.Run, gate)
		errs = append(errs, err)
	}
	return g, errors.Join(append(errs, g.CheckDropped())...)
}

// checkFacet says why none of the suites that a command-line gate applies to can measure its facet.
func checkFacet(g metric.Gate, loaded []*Suite) error {
	var errs []error
	for _, s := range loaded {
		if g.Suite != "" && g.Suite != s.Name {
			continue
		}
		err := metric.CheckFacet(s.known, g.Measure)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	if len(errs) == 0 {
		return nil
	}
	alike := func(a, b error) bool { return a.Error() == b.Error() }
	return fmt.Errorf("gate %q: %w", g.Text, errors.Join(slices.CompactFunc(errs, alike)...))
}

// oneCurrency returns an error if a gate would add up prices in different currencies.
func oneCurrency(gate string, loaded []*Suite) error {
	first := ""
	for _, s := range loaded {
		if s.Prices == nil {
			continue
		}
		currency := s.Prices.CurrencyName()
		if first != "" && currency != first {
			const want = "gate %q: the suites have prices in %s and in %s: name one, as %s/%s"
			return fmt.Errorf(want, gate, first, currency, s.Name, gate)
		}
		first = currency
	}
	return nil
}

// BaselineFile returns the path of the suite's baseline, relative to the project's root; empty: none.
func (s *Suite) BaselineFile() string {
	if s.Baseline == "" {
		return ""
	}
	return path.Join(path.Dir(s.file), s.Baseline)
}
