package faults

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// The declarations of each system hold in the suite of its matrix of faults, every calling stage is reached there, and
// a missing declaration, or one that promises another retry, is found to be wrong at every call for every reason.
func TestEachSystem(t *testing.T) {
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	all := repository(t)
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if _, described := known[name].(pipeline.Configured); described {
			continue // applications declare nothing
		}
		t.Run(name, func(t *testing.T) {
			broken := FallbacksOf(t, all, name)
			for _, d := range cells(t, broken, nil).Found {
				t.Errorf("%+v", d)
			}
			if testing.Short() {
				return
			}
			for mutant, list := range map[string][]pipeline.Declared{"nothing": nil, "reask": {{Reask: true}}} {
				for _, s := range cells(t, broken, func(pipeline.Request) []pipeline.Declared { return list }).Stages {
					if s.Differences < s.Cells {
						t.Errorf("%s: %s: %d differences in %d cells", mutant, s.Stage, s.Differences, s.Cells)
					}
				}
			}
		})
	}
}

// cells checks the declarations of a suite's requests, or their replacements.
func cells(t *testing.T, s *project.Suite, declares func(pipeline.Request) []pipeline.Declared) *DeclaredReport {
	t.Helper()
	r, err := CheckDeclared(t.Context(), []*project.Suite{s}, []string{s.System}, DeclaredOptions{declares: declares},
		func() {})
	if err != nil || len(r.Errors) > 0 {
		t.Fatal(err, r.Errors)
	}
	for _, st := range r.Stages {
		if st.Calls == 0 || st.Cells != st.Calls*len(st.Reasons) || st.Undeclared > 0 {
			t.Errorf("%s: not each call has a cell for each reason, with something to hold: %+v", st.Stage, st)
		}
	}
	return r
}

// FallbacksOf returns the suite whose matrix of faults breaks each stage of a system. Others break a few calls.
func FallbacksOf(t *testing.T, all []*project.Suite, system string) *project.Suite {
	t.Helper()
	i := slices.IndexFunc(all, func(s *project.Suite) bool {
		return s.System == system && strings.HasSuffix(s.Name, "fallbacks") && s.FaultMatrix() != nil
	})
	if i < 0 {
		t.Fatalf("no suite of fallbacks of %s has a matrix of faults", system)
	}
	return all[i]
}
