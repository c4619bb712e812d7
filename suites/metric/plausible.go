package metric

import (
	"fmt"
	"math"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/score"
)

// CheckMeasures returns an error if no run can have produced the measures read from a file. It names the measure and
// its key. Unknown measures are checked for what holds for every one.
func CheckMeasures(all []Measure) error {
	seen := map[string]bool{}
	for _, m := range all {
		if seen[m.Name] {
			return fmt.Errorf("measures[%s]: it is there twice", m.Name)
		}
		seen[m.Name] = true
		if key, want, got := m.implausible(); key != "" {
			return fmt.Errorf("measures[%s].%s: want %s, got %v", m.Name, key, want, got)
		}
	}
	return nil
}

// implausible returns the first key of the measure with an impossible value, with the possible ones; empty: none.
func (m *Measure) implausible() (key, want string, got any) {
	name, _, _ := strings.Cut(m.Name, "[")
	known, is := find(name)
	if is && m.Unit != known.Unit {
		return "unit", string(known.Unit), m.Unit
	}
	if key, want, got := m.impossibleCount(); key != "" {
		return key, want, got
	}
	if m.Estimate < 0 && !(is && known.Least < 0) || math.IsNaN(m.Estimate) || math.IsInf(m.Estimate, 0) {
		return "estimate", "0 or more", m.Estimate
	}
	if i := m.Interval; i != nil && !(0 <= i[0] && i[0] <= m.Value && m.Value <= i[1] && i[1] <= 1) {
		return "interval", "bounds from 0 to 1 around the value", *i
	}
	of := reach{m.Unit, math.Inf(-1), math.Inf(1)}
	switch {
	case is:
		of.least, of.most = known.Least, known.Most
	case !m.Unit.Averaged():
		of.least = 0
	}
	switch {
	case m.Scores == 0 && m.Value != 0:
		return "value", "0, as it is made of no score", m.Value
	case m.Scores > 0 && !of.has(m.Value, m.Scores):
		return "value", of.String(), m.Value
	case m.Unit == score.Count && m.Value != math.Trunc(m.Value):
		return "value", "a whole number", m.Value
	}
	return "", "", nil
}

// impossibleCount returns the first key whose number of scores is impossible, given the others.
func (m *Measure) impossibleCount() (key, want string, got any) {
	all := m.Scores + m.Unmeasured
	for _, n := range []struct {
		key  string
		got  int
		most int
	}{
		{"scores", m.Scores, math.MaxInt}, {"unmeasured", m.Unmeasured, math.MaxInt}, {"expected", m.Expected, all},
		{"holding", m.Holding, m.Expected}, {"rests", m.Provenance, all}, {"estimated", m.Estimated, m.Scores},
	} {
		switch {
		case n.got < 0:
			return n.key, "0 or more", n.got
		case n.got > n.most:
			return n.key, fmt.Sprintf("%d or less", n.most), n.got
		}
	}
	return "", "", nil
}

// OfScores reports whether the measure is purely a sum or a mean of scores.
func (m *Measure) OfScores() bool {
	name, _, _ := strings.Cut(m.Name, "[")
	_, is := score.Find(score.Metrics(), name)
	return is
}

// has reports whether a measure made of so many scores can have this value. Sums of floating-point numbers are a little
// off.
func (r reach) has(value float64, scores int) bool {
	least, most := r.least, r.most
	if !r.unit.Averaged() {
		least, most = least*float64(scores), most*float64(scores)
	}
	const off = 1e-9
	return value >= least-off && value <= most+off && !math.IsInf(value, 0)
}
