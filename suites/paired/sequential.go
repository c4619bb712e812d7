package paired

import "math"

// Sequential tests, pair by pair or group by group, whether one of two runs is higher, and may be read after each: the
// probability that it ever raises a false alarm stays below Alpha, however long it goes on. McNemar's p holds for one
// look alone.
//
// It is an e-process: the likelihood of the pairs that differ, under a prior Beta(½,½) of the share that favours B,
// divided by their likelihood if neither run is higher. Under that hypothesis its mean stays 1, so that it reaches
// 1/Alpha with at most the probability Alpha (Ville's inequality). Pairs that are the same say nothing.
type Sequential struct{ OnlyA, OnlyB int }

// Sequential returns the groups of the sample that differ. Cases of one group are together one observation.
func (e Estimate) Sequential() Sequential { return Sequential{OnlyA: e.GroupsA, OnlyB: e.GroupsB} }

// Add adds a pair, unless it is the same on both sides.
func (s *Sequential) Add(p Pair) {
	switch d := p.B - p.A; {
	case d > Rounding:
		s.OnlyB++
	case d < -Rounding:
		s.OnlyA++
	}
}

// LogEvidence returns the logarithm of the e-value: ln(B(a+½, b+½) / B(½,½)) + (a+b) ln 2, for a pairs in favour of A
// and b of B.
func (s Sequential) LogEvidence() float64 {
	a, b := float64(s.OnlyA), float64(s.OnlyB)
	return logGamma(a+0.5) + logGamma(b+0.5) - logGamma(a+b+1) - math.Log(math.Pi) + (a+b)*math.Ln2
}

// P returns a p that holds however often it is looked at: 1 over the evidence.
func (s Sequential) P() float64 { return min(1, math.Exp(-s.LogEvidence())) }

// Decide returns which run is higher, if the evidence has reached 1/Alpha now. Whoever looks again and again stops
// there: later pairs may lower it, and the decision stays.
func (s Sequential) Decide() Decision {
	switch {
	case s.LogEvidence() < -math.Log(Alpha):
		return NotDecided
	case s.OnlyB > s.OnlyA:
		return HigherB
	}
	return HigherA
}

func logGamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}
