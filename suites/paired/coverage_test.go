package paired

import (
	"math"
	"math/rand/v2"
	"testing"
)

// least is the least coverage of intervals of 95%.
const least = 0.93

// differing is how likely a pair is right on one side only.
type differing struct{ onlyA, onlyB float64 }

func (d differing) truth() float64 { return d.onlyB - d.onlyA }

// pair draws a pair.
func (d differing) pair(r *rand.Rand) Pair {
	switch u := r.Float64(); {
	case u < d.onlyB:
		return Pair{0, 1}
	case u < d.onlyB+d.onlyA:
		return Pair{1, 0}
	}
	return Pair{1, 1}
}

// kinds are ways to differ: among them what breaks other intervals, rare differences on one side only.
func kinds() []differing {
	return []differing{{0, 0.01}, {0, 0.02}, {0, 0.03}, {0, 0.1}, {0.02, 0.02}, {0.01, 0.05}, {0.05, 0.15}, {0.1, 0.1}}
}

// tangoCovers returns the exact coverage of Tango's interval: a sum over all tables of n pairs.
func tangoCovers(n int, d differing) float64 {
	sum := 0.0
	for b := range n + 1 {
		likely := binomial(b, n, d.onlyB)
		for a := 0; a <= n-b && likely > 1e-12; a++ {
			of := binomial(a, n-b, max(d.onlyA/(1-d.onlyB), 1e-300))
			table := YesNo{OnlyA: float64(a), OnlyB: float64(b), Same: float64(n - a - b)}
			if math.Abs(table.score(d.truth())) <= z(1-Alpha/2) {
				sum += likely * of
			}
		}
	}
	return sum
}

func TestTangoCovers(t *testing.T) {
	for _, d := range kinds() {
		for _, n := range []int{50, 100, 200, 500} {
			if got := tangoCovers(n, d); got < least {
				t.Errorf("%d pairs, %+v: %.4f", n, d, got)
			}
		}
	}
}

// valued is how likely the values of a pair differ, such as F1: whole names are missed or found, so they are fractions.
type valued struct {
	differing
	parts int // of what values are shares; more: closer to any number
}

// pair draws a pair whose values differ by one to all parts.
func (v valued) pair(r *rand.Rand) Pair {
	p := v.differing.pair(r)
	if p.A == p.B {
		same := float64(r.IntN(v.parts+1)) / float64(v.parts)
		return Pair{same, same}
	}
	less := 1 - float64(1+r.IntN(v.parts))/float64(v.parts)
	if p.A < p.B {
		return Pair{less, 1}
	}
	return Pair{1, less}
}

// truth is the mean difference: that of one to all parts is (parts + 1) / 2.
func (v valued) truth() float64 { return v.differing.truth() * float64(v.parts+1) / float64(2*v.parts) }

// drawn are the pairs of a simulation.
type drawn interface {
	pair(r *rand.Rand) Pair
	truth() float64
}

// clusterCovers returns the share of simulated samples whose interval holds the true difference. In a group of so many
// pairs each is, with the probability again, the one before.
func clusterCovers(t *testing.T, r *rand.Rand, groups, each int, d drawn, again float64) float64 {
	const samples = 2500
	held := 0
	for range samples {
		s := NewSample(true)
		for g := range groups {
			last := d.pair(r)
			s.AddCase(uint64(g), last)
			for range each - 1 {
				if r.Float64() >= again {
					last = d.pair(r)
				}
				s.AddCase(uint64(g), last)
			}
		}
		e := s.Estimate()
		if e.Method != ClusterT {
			t.Fatal(e.Method)
		}
		if e.Interval.Low <= d.truth() && d.truth() <= e.Interval.High {
			held++
		}
	}
	return float64(held) / samples
}

// Also where the pairs of a group resemble each other.
func TestClusterTCovers(t *testing.T) {
	if testing.Short() {
		t.Skip("240,000 samples take half a minute")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, d := range kinds() {
		for _, groups := range []int{8, 15, 30} {
			for _, each := range []int{4, 10} {
				for _, again := range []float64{0, 0.5} {
					if got := clusterCovers(t, r, groups, each, d, again); got < least {
						t.Errorf("%d groups of %d, again %v, %+v: %.3f", groups, each, again, d, got)
					}
				}
			}
		}
	}
}

// Values that are shares of parts, such as F1: without groups t is the interval, too.
func TestClusterTCoversFractions(t *testing.T) {
	if testing.Short() {
		t.Skip("200,000 samples take half a minute")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, d := range kinds() {
		for _, parts := range []int{2, 5} {
			for _, of := range []struct{ groups, each int }{{8, 4}, {15, 4}, {30, 4}, {50, 1}, {200, 1}} {
				v := valued{d, parts}
				if got := clusterCovers(t, r, of.groups, of.each, v, 0.5); got < least {
					t.Errorf("%d groups of %d, %+v: %.3f", of.groups, of.each, v, got)
				}
			}
		}
	}
}
