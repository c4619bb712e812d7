package run

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// A run of some cases keeps only gates on each single case, and those over cases that all run.
func TestGates_only(t *testing.T) {
	matrix := &project.Faults{Matrix: &project.FaultMatrix{}}
	a, b := &project.Suite{Name: "a"}, &project.Suite{Name: "b", Faults: matrix}
	of := func(text string) metric.Gate {
		g, err := metric.ParseGate(text)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for name, c := range map[string]struct {
		suites     []*project.Suite
		whole      map[string]bool
		everything bool
		run        []string
		own        []string
	}{
		"some of a": {[]*project.Suite{a}, map[string]bool{"a": false}, false, nil, nil},
		"all of a": {[]*project.Suite{a}, map[string]bool{"a": true}, false,
			[]string{"a/routing.accuracy >= 0.8"}, []string{"a"}},
		"some of b": {[]*project.Suite{b}, map[string]bool{"b": false}, false, []string{metric.Faults}, nil},
		"all of a and b": {[]*project.Suite{a, b}, map[string]bool{"a": true, "b": true}, true,
			[]string{metric.Faults, "routing.accuracy >= 0.9", "a/routing.accuracy >= 0.8"}, []string{"a", "b"}},
		"all of b, a too": {[]*project.Suite{a, b}, map[string]bool{"a": false, "b": true}, false,
			[]string{metric.Faults}, []string{"b"}},
	} {
		t.Run(name, func(t *testing.T) {
			each := metric.DefaultGates(false, false)
			g := &gates{Gates: metric.Gates{
				Run: append(slices.Clone(each), metric.FaultsGate(), of("routing.accuracy >= 0.9"),
					of("a/routing.accuracy >= 0.8")),
				Suites: map[string][]metric.Gate{"a": nil, "b": nil},
			}}
			g.only(c.suites, c.whole, c.everything)
			var run []string
			for _, gate := range g.Run[len(each):] {
				run = append(run, gate.Text)
			}
			if d := cmp.Diff(c.run, run); d != "" || !slices.Equal(each, g.Run[:len(each)]) {
				t.Errorf("of the run (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.own, slices.Sorted(maps.Keys(g.Suites))); d != "" {
				t.Errorf("of suites (-want +got):\n%s", d)
			}
		})
	}
}
