package faults

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// verdictsOf returns the verdicts that any row has.
func verdictsOf(rows []string, of map[string]faults.Counts) []result.Verdict {
	return slices.DeleteFunc(result.Verdicts(), func(v result.Verdict) bool {
		return !slices.ContainsFunc(rows, func(row string) bool { return of[row][v] > 0 })
	})
}

// countLine returns a row's number of cells, in total and by verdict.
func countLine(c faults.Counts, shown []result.Verdict) []string {
	cells := 0
	for _, n := range c {
		cells += n
	}
	line := []string{strconv.Itoa(cells)}
	for _, v := range shown {
		line = append(line, strconv.Itoa(c[v]))
	}
	return line
}

// inOrder returns the faults in the order of their list.
func inOrder(of map[string]faults.Counts) []string {
	names := fault.Names(fault.OfSystems())
	return slices.SortedFunc(maps.Keys(of), func(x, y string) int {
		return cmp.Compare(slices.Index(names, x), slices.Index(names, y))
	})
}

// classes returns the classes with cells.
func classes(of map[string]faults.Counts) []string {
	var names []string
	for _, c := range fault.Classes() {
		if of[string(c)] != nil {
			names = append(names, string(c))
		}
	}
	return names
}

// policies returns the policies with cells, the strictest first.
func policies(of map[pipeline.Policy]faults.Counts) []string {
	var names []string
	for _, p := range []pipeline.Policy{pipeline.Strict, pipeline.Extract, pipeline.Mend} {
		if of[p] != nil {
			names = append(names, string(p))
		}
	}
	return names
}

func byName(of map[pipeline.Policy]faults.Counts) map[string]faults.Counts {
	named := map[string]faults.Counts{}
	for p, c := range of {
		named[strings.ToLower(string(p))] = c
	}
	return named
}
