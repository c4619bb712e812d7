package faulting

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// scorecard prints the cells that fail, then the verdicts by stage, by fault and by policy.
func (a *app) scorecard(r *faults.Report) error {
	for _, d := range r.Details {
		a.detail(d)
	}
	for _, f := range r.Failing {
		fmt.Fprintf(a.Stdout, "%s/%s/%s: %s under %s: %s\n  %s\n",
			f.Suite, f.Case, f.Path, f.Fault, f.Policy, f.Verdict, f.Why)
		fmt.Fprintf(a.Stdout, "  again: beaver-eval faults --seed %d --suite %s --case %s --cell %s\n", r.Seed,
			shell.Quoted(f.Suite), shell.Quoted(f.Case), shell.Quoted(f.Path+":"+f.Fault+":"+string(f.Policy)))
	}
	if more := r.Failed - len(r.Failing); more > 0 {
		fmt.Fprintf(a.Stdout, "and %s more\n", plural.Number(more, "failing cell"))
	}
	for _, text := range r.Errors {
		fmt.Fprintf(a.Stdout, "error: %s\n", text)
	}
	if len(r.Failing)+len(r.Errors) > 0 {
		fmt.Fprintln(a.Stdout)
	}
	for _, t := range []struct {
		by   string
		rows []string
		of   map[string]faults.Counts
	}{
		{"stage", slices.Sorted(maps.Keys(r.ByStage)), r.ByStage},
		{"class", classes(r.ByClass), r.ByClass},
		{"fault", inOrder(r.ByFault), r.ByFault},
		{"policy", policies(r.ByPolicy), byName(r.ByPolicy)},
	} {
		if err := a.counts(t.by, t.rows, t.of); err != nil {
			return err
		}
		fmt.Fprintln(a.Stdout)
	}
	_, err := fmt.Fprintf(a.Stdout, "%s, %s, %d failing, seed %d\n", plural.Number(r.Cases, "case"),
		plural.Number(r.Cells, "cell"), r.Failed, r.Seed)
	return err
}

// counts prints a table with a column for each verdict that any row has.
func (a *app) counts(by string, rows []string, of map[string]faults.Counts) error {
	columns, shown := []table.Column{table.Text(by), table.Number("cells")}, []result.Verdict(nil)
	for _, v := range result.Verdicts() {
		if slices.ContainsFunc(rows, func(row string) bool { return of[row][v] > 0 }) {
			columns, shown = append(columns, table.Number(string(v))), append(shown, v)
		}
	}
	var lines [][]string
	for _, row := range rows {
		cells := 0
		for _, n := range of[row] {
			cells += n
		}
		line := []string{row, strconv.Itoa(cells)}
		for _, v := range shown {
			line = append(line, strconv.Itoa(of[row][v]))
		}
		lines = append(lines, line)
	}
	return table.Write(a.Stdout, columns, lines)
}

// inOrder are the faults in the order of their list.
func inOrder(of map[string]faults.Counts) []string {
	names := fault.Names()
	return slices.SortedFunc(maps.Keys(of), func(x, y string) int {
		return cmp.Compare(slices.Index(names, x), slices.Index(names, y))
	})
}

// classes are those that have cells.
func classes(of map[string]faults.Counts) []string {
	var names []string
	for _, c := range fault.Classes() {
		if of[string(c)] != nil {
			names = append(names, string(c))
		}
	}
	return names
}

// policies are those that have cells, the strictest first.
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
