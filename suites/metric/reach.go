package metric

import (
	"math"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/score"
)

// reach is what a measure counts, and the range that its values can have.
type reach struct {
	unit        score.Unit
	least, most float64
}

// reachOf returns the reach of the measure of this name, with or without a facet.
func reachOf(name string) reach {
	name, _, _ = strings.Cut(name, "[")
	if m, ok := find(name); ok {
		return reach{m.Unit, m.Least, m.Most}
	}
	return reach{score.Share, 0, 1}
}

// String says the range in words.
func (r reach) String() string {
	switch {
	case math.IsInf(r.least, -1) && math.IsInf(r.most, 1):
		return "any number"
	case math.IsInf(r.least, -1):
		return strconv.FormatFloat(r.most, 'f', -1, 64) + " or less"
	}
	from := strconv.FormatFloat(r.least, 'f', -1, 64)
	if math.IsInf(r.most, 1) {
		return from + " or more"
	}
	return "from " + from + " to " + strconv.FormatFloat(r.most, 'f', -1, 64)
}
