package metric

import (
	"fmt"
	"math"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// ofFigure returns the metric that a figure of a system is.
func ofFigure(f pipeline.Figure) score.Metric {
	m := score.Metric{Name: f.Name, Unit: score.Unit(f.Unit), Most: math.Inf(1)}
	if f.Unit == pipeline.FigureShare {
		m.Most = 1
	}
	if f.Signed {
		m.Least = math.Inf(-1)
	}
	if len(f.Facets) > 0 {
		m.Facet = score.OneOf(f.Facets...)
	}
	return m
}

// CheckFigures returns an error for figures that a system cannot declare: pipeline.CheckFigures, and a name that a
// metric of every system has.
func CheckFigures(figures []pipeline.Figure) error {
	for _, f := range figures {
		if _, taken := find(f.Name); taken {
			return fmt.Errorf("the figure %s: a metric of every system has that name", f.Name)
		}
	}
	return pipeline.CheckFigures(figures)
}

// addFigures counts what a case adds to the figures of its system.
func (t *Tally) addFigures(r *result.Result, at string) {
	for i := range r.Figures {
		f := &r.Figures[i]
		m := t.measure(measureKey{metric: f.Name, by: f.Facet}, score.Unit(f.Unit))
		if m == nil {
			continue
		}
		m.Figure = true
		m.add(f.Sum, example{at: at, value: f.Value(), set: true})
		m.of += f.Of
		m.Scores += f.N - 1
	}
}
