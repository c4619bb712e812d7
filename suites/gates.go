package suites

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// Gates are the gates of a run: those that hold for all of it, and those of its suites.
type Gates struct {
	Run     []Gate
	Suites  map[string][]Gate
	Dropped []string // globs over measures and texts
}

// NewGates puts the gates of a run together: the built-in ones, those of the suites, and those that the command line
// adds and drops.
func NewGates(loaded []*Suite, ci bool, added, dropped []string) (Gates, error) {
	g := Gates{Run: defaultGates(ci), Suites: map[string][]Gate{}, Dropped: dropped}
	for _, s := range loaded {
		g.Suites[s.Name] = s.gates
	}
	errs := []error{CheckGlobs(dropped)}
	for _, text := range added {
		gate, err := ParseGate(text)
		if _, ok := g.Suites[gate.Suite]; err == nil && gate.Suite != "" && !ok {
			hint := strict.Hint(gate.Suite, slices.Sorted(maps.Keys(g.Suites)))
			err = fmt.Errorf("gate %q: there is no suite %q in this run%s", text, gate.Suite, hint)
		}
		if err == nil {
			err = gate.checkFacet(loaded)
		}
		if err == nil && gate.Suite == "" && reachOf(gate.Measure).unit == Money {
			err = oneCurrency(text, loaded)
		}
		g.Run = append(g.Run, gate)
		errs = append(errs, err)
	}
	return g, errors.Join(append(errs, g.check())...)
}

// check says which of the dropped gates there is not, since a mistyped name drops nothing.
func (g Gates) check() error {
	known := append(g.All(), append(defaultGates(true), OrphanGate())...)
	for _, name := range g.Dropped {
		one := Gates{Dropped: []string{name}}
		if slices.ContainsFunc(known, one.drops) {
			continue
		}
		var names []string
		for _, gate := range known {
			names = append(names, gate.Measure)
		}
		slices.Sort(names)
		return fmt.Errorf("--no-gate %s: there is no such gate; there are: %s", name, strings.Join(slices.Compact(names), ", "))
	}
	return nil
}

// All are all gates.
func (g Gates) All() []Gate {
	all := slices.Clone(g.Run)
	for _, suite := range slices.Sorted(maps.Keys(g.Suites)) {
		all = append(all, g.Suites[suite]...)
	}
	return all
}

func (g Gates) drops(gate Gate) bool {
	return len(g.Dropped) > 0 && (Matches(g.Dropped, gate.Measure) || Matches(g.Dropped, gate.Text) || gate.Suite != "" && Matches(g.Dropped, gate.Suite+"/"+gate.Measure))
}

// BaselineFile is where the suite's baseline lies, relative to the project's root; empty: it names none.
func (s *Suite) BaselineFile() string {
	if s.Baseline == "" {
		return ""
	}
	return path.Join(path.Dir(s.file), s.Baseline)
}

// OwnGates are those of the suite's file.
func (s *Suite) OwnGates() []Gate { return s.gates }

// File is where the suite stands.
func (s *Suite) File() string { return s.file }
