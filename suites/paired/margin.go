package paired

import "math"

// Against compares a difference with a margin that was fixed beforehand.
type Against int

// The results.
const (
	Open  Against = iota // the interval holds the margin: too few cases
	Above                // all of the interval is above it
	Below
)

// Against returns on which side of a margin the difference is, and if that is open, how many cases would decide it with
// the probability Power, provided that they differ as these do; 0: no number of them.
func (e Estimate) Against(margin float64) (side Against, cases int) {
	switch {
	case e.Interval.Low > margin:
		return Above, 0
	case e.Interval.High < margin:
		return Below, 0
	}
	apart, half := e.Difference-margin, e.Difference-e.Interval.Low
	if apart < 0 {
		half = e.Interval.High - e.Difference
	}
	factor := half / apart * (1 + z(Power)/z(1-Alpha/2))
	if n := math.Ceil(float64(e.Cases) * factor * factor); n < 1e9 { // false for NaN, too
		return Open, int(n)
	}
	return Open, 0
}

// Decision is the verdict on two runs.
type Decision int

// The verdicts.
const (
	NotDecided Decision = iota
	HigherA
	HigherB
)

// Decide returns which run is higher: p, which may be adjusted, decides, unless the interval contradicts it.
func (e Estimate) Decide(p float64) Decision {
	switch {
	case p > Alpha:
		return NotDecided
	case e.OnlyB > e.OnlyA && e.Interval.Low > 0:
		return HigherB
	case e.OnlyA > e.OnlyB && e.Interval.High < 0:
		return HigherA
	}
	return NotDecided
}
