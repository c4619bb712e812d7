package metric

import "github.com/beaver-eval/beaver-eval/suites/score"

// MeasureNames are the measures that a gate can name.
var MeasureNames = names

// Range returns what a gate's measure counts, and the least and the most that it can be.
func Range(g Gate) (unit score.Unit, least, most float64) {
	r := g.reach()
	return r.unit, r.least, r.most
}
