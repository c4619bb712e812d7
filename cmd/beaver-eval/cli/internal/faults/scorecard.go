package faults

import (
	"fmt"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/faults"
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
			console.Quoted(f.Suite), console.Quoted(f.Case), console.Quoted(f.Path+":"+f.Fault+":"+string(f.Policy)))
	}
	if more := r.Failed - len(r.Failing); more > 0 {
		fmt.Fprintf(a.Stdout, "and %s more\n", wording.Number(more, "failing cell"))
	}
	for _, text := range r.Errors {
		fmt.Fprintf(a.Stdout, "error: %s\n", text)
	}
	if len(r.Failing)+len(r.Errors) > 0 {
		fmt.Fprintln(a.Stdout)
	}
	if len(r.Details) > 0 {
		return a.verdictOf(r)
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
	kept := ""
	if r.Kept > 0 {
		kept = ", " + cells.CellsKept(r.Kept, r.Cells)
	}
	_, err := fmt.Fprintf(a.Stdout, "%s, %s, %d failing, seed %d%s\n", wording.Number(r.Cases, "case"),
		wording.Number(r.Cells, "cell"), r.Failed, r.Seed, kept)
	return err
}

// verdictOf prints the verdict of a single selected cell.
func (a *app) verdictOf(r *faults.Report) error {
	for _, counts := range r.ByPolicy {
		for v := range counts {
			fmt.Fprintf(a.Stdout, "verdict: %s\n", v)
		}
	}
	_, err := fmt.Fprintf(a.Stdout, "seed %d\n", r.Seed)
	return err
}

// counts prints a table with a column for each verdict that any row has.
func (a *app) counts(by string, rows []string, of map[string]faults.Counts) error {
	columns, shown := []table.Column{table.Text(by), table.Number("cells")}, verdictsOf(rows, of)
	for _, v := range shown {
		columns = append(columns, table.Number(string(v)))
	}
	var lines [][]string
	for _, row := range rows {
		lines = append(lines, append([]string{row}, countLine(of[row], shown)...))
	}
	return table.Write(a.Stdout, columns, lines)
}
