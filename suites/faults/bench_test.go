package faults_test

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// repository returns suites of the repository's own project.
func repository(t testing.TB, names ...string) []*project.Suite {
	t.Helper()
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	p, err := project.Open(disk.DirFS("../.."), "../..")
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := project.Load(t.Context(), p, known, names)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// A cell takes one or two runs of a case; here the cells of the suite of fallbacks, with broken answers.
func BenchmarkCells(b *testing.B) {
	suites := repository(b, "fallbacks")
	o := faults.Options{Matrix: func(s *project.Suite) *faults.Matrix {
		m := faults.Of(s)
		m.Faults = []string{"prose", "empty", "truncated-json"}
		return m
	}}
	cells := 0
	for b.Loop() {
		err := faults.Run(b.Context(), suites, []string{"beaver"}, o, func() {}, func(c faults.CaseCells) error {
			cells += len(c.Cells)
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(cells)/b.Elapsed().Seconds(), "cells/s")
}
