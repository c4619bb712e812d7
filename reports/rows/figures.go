package rows

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// figureRow is what a case adds to a figure of its system, or to one of its facets.
type figureRow struct {
	Suite  string   `parquet:"suite,dict"`
	Case   string   `parquet:"case_id,dict"`
	Sample int32    `parquet:"sample"`
	System string   `parquet:"system,dict"`
	Figure string   `parquet:"figure,dict"`
	Facet  string   `parquet:"facet,dict"`
	Unit   string   `parquet:"unit,dict"`
	Value  float64  `parquet:"value"`
	Sum    float64  `parquet:"sum"`
	Of     *float64 `parquet:"whole"`
	N      int32    `parquet:"n"`
}

func (r figureRow) size() int {
	return sizeOf(r.Suite, r.Case, r.System, r.Figure, r.Facet, r.Unit) + 4*numSize
}

func (r figureRow) check() (column, value string) { return "figure", r.Figure }

// figuresOf returns the rows of a result's figures.
func figuresOf(res *result.Result) []figureRow {
	rows := make([]figureRow, len(res.Figures))
	for i := range res.Figures {
		f := &res.Figures[i]
		rows[i] = figureRow{
			Suite: res.Suite, Case: res.Case, Sample: int32(res.Sample), System: f.System, Figure: f.Name,
			Facet: f.Facet, Unit: string(f.Unit),
			Value: f.Value(), Sum: f.Sum, N: int32(f.N),
		}
		if f.Unit.Averaged() {
			rows[i].Of = &f.Of
		}
	}
	return rows
}

// figure returns the figure of the row.
func (r *figureRow) figure() trace.Figure {
	f := trace.Figure{System: r.System, Name: r.Figure, Facet: r.Facet, Unit: pipeline.FigureUnit(r.Unit), Sum: r.Sum,
		N: int(r.N)}
	if r.Of != nil {
		f.Of = *r.Of
	}
	return f
}
