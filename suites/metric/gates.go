package metric

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// Gates are the gates of a run: those that hold for all of it, and those of its suites.
type Gates struct {
	Run     []Gate
	Suites  map[string][]Gate
	Dropped []string // globs over measures and texts
}

// CheckDropped reports dropped gates that do not exist, since a mistyped name would drop nothing.
func (g Gates) CheckDropped() error {
	known := append(g.All(), append(DefaultGates(true, false), OrphanGate(), NotDrivenGate(), FaultsGate())...)
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
		return fmt.Errorf("--no-gate %s: there is no such gate; there are: %s", name,
			strings.Join(slices.Compact(names), ", "))
	}
	return nil
}

// All returns all gates.
func (g Gates) All() []Gate {
	all := slices.Clone(g.Run)
	for _, suite := range slices.Sorted(maps.Keys(g.Suites)) {
		all = append(all, g.Suites[suite]...)
	}
	return all
}

func (g Gates) drops(gate Gate) bool {
	return len(g.Dropped) > 0 && (filter.Matches(g.Dropped, gate.Measure) || filter.Matches(g.Dropped, gate.Text) ||
		gate.Suite != "" && filter.Matches(g.Dropped, gate.Suite+"/"+gate.Measure))
}
