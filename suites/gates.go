package suites

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// Gates are the gates of a run: those that hold for all of it, and those of its suites.
type Gates struct {
	Run     []Gate
	Suites  map[string][]Gate
	Dropped []string // globs over measures and texts
}

// NewGates puts the gates of a run together: the built-in ones, those of the suites, and those that the command line adds and
// drops.
func NewGates(loaded []*Suite, ci bool, added, dropped []string) (Gates, error) {
	g := Gates{Run: defaultGates(ci), Suites: map[string][]Gate{}, Dropped: dropped}
	for _, s := range loaded {
		g.Suites[s.Name] = s.gates
	}
	errs := []error{CheckGlobs(dropped)}
	for _, text := range added {
		gate, err := ParseGate(text)
		if _, ok := g.Suites[gate.Suite]; err == nil && gate.Suite != "" && !ok {
			err = fmt.Errorf("gate %q: there is no suite %q in this run", text, gate.Suite)
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

// Measured is what a run, or a part of it, has measured, and the baseline that it is compared with.
type Measured struct {
	Now, Before []Measure
}

// Judge holds all gates against what the run and each of its suites have measured: those of the run first. A suite without a
// case in the run has no gates.
func (g Gates) Judge(total Measured, bySuite map[string]Measured) []Verdict {
	var all []Verdict
	add := func(gate Gate, m Measured) {
		if g.drops(gate) {
			all = append(all, Verdict{Suite: gate.Suite, Gate: gate.Text, Measure: gate.Measure, Dropped: true, Got: "dropped by --no-gate"})
			return
		}
		all = append(all, gate.judge(m.Now, m.Before))
	}
	for _, gate := range g.Run {
		if gate.Suite == "" {
			add(gate, total)
		} else {
			add(gate, bySuite[gate.Suite])
		}
	}
	for _, suite := range slices.Sorted(maps.Keys(g.Suites)) {
		if m, ran := bySuite[suite]; ran {
			for _, gate := range g.Suites[suite] {
				add(gate, m)
			}
		}
	}
	return all
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
