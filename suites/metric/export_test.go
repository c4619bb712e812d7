package metric

import "github.com/beaver-eval/beaver-eval/suites/score"

// MeasureNames are the measures that a gate can name.
var MeasureNames = names

// Range returns what a measure counts, and the least and the most that it can be.
func Range(name string) (unit score.Unit, least, most float64) {
	r := reachOf(name)
	return r.unit, r.least, r.most
}
