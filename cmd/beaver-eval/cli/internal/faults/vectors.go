package faults

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/faults"
)

// vectors implements faults --vectors FILE. It needs no project.
func (a *app) vectors(ctx context.Context, file, format string) error {
	r, err := faults.MeasureMalformed(ctx, file)
	if err != nil {
		return err
	}
	if format == "json" {
		err = printable.WriteJSON(a.Data, r)
	} else {
		err = printVectors(a.Stdout, r)
	}
	switch {
	case err != nil:
		return console.Fault(err)
	case r.Panics() > 0:
		return &console.Error{Code: console.Gate}
	}
	return nil
}

// printVectors prints the outcome of each policy, by contract, source and kind, and its disagreements.
func printVectors(w io.Writer, r *faults.MalformedReport) error {
	p := &vectorPrinter{w: w}
	p.printf("%s, %d more skipped: libraries disagree about them\n", wording.Number(r.Vectors, "vector"), r.Skipped)
	p.policies(r)
	p.printf("\nobjects, arrays, and texts that must fail: right/wrong/refused/panics\n")
	p.by(r, "contract", func(t *faults.MalformedResult) map[string]*faults.MalformedCounts { return t.ByContract })
	p.by(r, "source", func(t *faults.MalformedResult) map[string]*faults.MalformedCounts { return t.BySource })
	p.by(r, "kind", func(t *faults.MalformedResult) map[string]*faults.MalformedCounts { return t.ByKind })
	p.printf("\nscalars\n")
	p.by(r, "contract",
		func(t *faults.MalformedResult) map[string]*faults.MalformedCounts { return t.Scalars.ByContract })
	p.words(r.Disagreements)
	p.disagreements(r.Disagreements)
	return p.err
}

// vectorPrinter keeps its first error, and prints nothing after it.
type vectorPrinter struct {
	w   io.Writer
	err error
}

func (p *vectorPrinter) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// table prints rows after an empty line; nothing without rows.
func (p *vectorPrinter) table(columns []table.Column, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	p.printf("\n")
	if p.err == nil {
		p.err = table.Write(p.w, columns, rows)
	}
}

func (p *vectorPrinter) policies(r *faults.MalformedReport) {
	var rows [][]string
	add := func(policy pipeline.Policy, values string, c faults.MalformedCounts) {
		rows = append(rows, []string{
			string(policy), values, strconv.Itoa(c.Total()), strconv.Itoa(c.Right), strconv.Itoa(c.Wrong),
			strconv.Itoa(c.Refused), strconv.Itoa(c.Panics),
		})
	}
	for _, policy := range faults.Policies() {
		result := r.Policies[policy]
		add(policy, "objects, arrays, none", result.MalformedCounts)
		add(policy, "scalars", result.Scalars.MalformedCounts)
	}
	p.table([]table.Column{
		table.Text("policy"), table.Text("expected"), table.Number("vectors"), table.Number("right"),
		table.Number("wrong"), table.Number("refused"), table.Number("panics"),
	}, rows)
}

// by prints a row for each key and a column for each policy. All policies have read the same vectors.
func (p *vectorPrinter) by(
	r *faults.MalformedReport, title string, counts func(*faults.MalformedResult) map[string]*faults.MalformedCounts,
) {
	columns := []table.Column{table.Text(title), table.Number("vectors")}
	for _, policy := range faults.Policies() {
		columns = append(columns, table.Number(string(policy)))
	}
	vectors := counts(r.Policies[pipeline.Strict])
	var rows [][]string
	for _, key := range slices.Sorted(maps.Keys(vectors)) {
		row := []string{key, strconv.Itoa(vectors[key].Total())}
		for _, policy := range faults.Policies() {
			c := counts(r.Policies[policy])[key]
			row = append(row, fmt.Sprintf("%d/%d/%d/%d", c.Right, c.Wrong, c.Refused, c.Panics))
		}
		rows = append(rows, row)
	}
	p.table(columns, rows)
}

// words prints how many disagreements of each sort there are, the most frequent ones first, and the first of each.
func (p *vectorPrinter) words(all []faults.Disagreement) {
	type sort struct {
		policy pipeline.Policy
		what   string
	}
	sortOf := func(d faults.Disagreement) sort { return sort{d.Policy, d.What} }
	counts, examples := map[sort]int{}, []faults.Disagreement{}
	for _, d := range all {
		if counts[sortOf(d)]++; counts[sortOf(d)] == 1 {
			examples = append(examples, d)
		}
	}
	slices.SortStableFunc(examples, func(a, b faults.Disagreement) int {
		return counts[sortOf(b)] - counts[sortOf(a)]
	})
	var rows [][]string
	for _, d := range examples {
		rows = append(rows, []string{string(d.Policy), d.What, strconv.Itoa(counts[sortOf(d)]), d.ID})
	}
	p.table([]table.Column{
		table.Text("policy"), table.Text("disagreement"), table.Number("vectors"), table.Text("such as"),
	}, rows)
}

// disagreements prints a line for each disagreement, except about values that no policy looks for.
func (p *vectorPrinter) disagreements(all []faults.Disagreement) {
	var rows [][]string
	for _, d := range all {
		if d.What != faults.Scalar {
			rows = append(rows, []string{string(d.Policy), d.What, d.ID, d.Got, d.Expected})
		}
	}
	p.table([]table.Column{
		table.Text("policy"), table.Text("disagreement"), table.Text("id"), table.Text("got"), table.Text("expected"),
	}, rows)
	if more := len(all) - len(rows); more > 0 {
		p.printf("and %s: `--format json` lists them\n", wording.Number(more, "scalar"))
	}
}
