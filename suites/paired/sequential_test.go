package paired

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Values of the definition, as products of fractions: the pair after i others multiplies the evidence by
// 2 (k+½)/(i+1), where k of these were alike.
func TestEvidence(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
		says Decision
	}{
		{0, 0, 1, NotDecided},
		{1, 0, 1, NotDecided},
		{0, 2, 1.5, NotDecided},
		{1, 1, 0.5, NotDecided},
		{0, 6, 14.4375, NotDecided},
		{0, 7, 26.8125, HigherB},
		{7, 0, 26.8125, HigherA},
		{5, 5, 0.24609375, NotDecided},
	} {
		got := Sequential{c.a, c.b}
		if e := math.Exp(got.LogEvidence()); math.Abs(e-c.want) > 1e-9*c.want || got.Decide() != c.says {
			t.Errorf("%d and %d: %v, %v, want %v, %v", c.a, c.b, e, got.Decide(), c.want, c.says)
		}
	}
	if e := (Sequential{400_000, 600_000}).LogEvidence(); math.IsInf(e, 0) || e < 20_000 {
		t.Errorf("a million pairs: %v", e)
	}
}

// If neither run is better, a further pair changes the evidence in the mean by nothing: it is a martingale.
func TestEvidenceIsAMartingale(t *testing.T) {
	for a := range 30 {
		for b := range 30 {
			now := math.Exp(Sequential{a, b}.LogEvidence())
			next := (math.Exp(Sequential{a + 1, b}.LogEvidence()) + math.Exp(Sequential{a, b + 1}.LogEvidence())) / 2
			if math.Abs(next-now) > 1e-9*now {
				t.Errorf("%d and %d: %v, then %v", a, b, now, next)
			}
		}
	}
}

func TestSequentialAdd(t *testing.T) {
	var s Sequential
	for _, p := range []Pair{{0, 1}, {1, 0}, {1, 1}, {0, 0}, {0.2, 0.4}, {0.1 + 0.2, 0.3}} {
		s.Add(p)
	}
	if want := (Sequential{OnlyA: 1, OnlyB: 2}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}

// A group is one observation, however many of its cases differ; one that is level says nothing.
func TestEstimateSequential(t *testing.T) {
	sample := NewSample(true)
	for _, p := range []struct {
		group uint64
		pair  Pair
	}{{1, Pair{0, 1}}, {1, Pair{0, 1}}, {2, Pair{1, 0}}, {3, Pair{1, 0}}, {3, Pair{0, 1}}, {4, Pair{1, 1}}} {
		sample.AddCase(p.group, p.pair)
	}
	got := sample.Estimate().Sequential()
	if want := (Sequential{OnlyA: 1, OnlyB: 1}); got != want || got.P() != 1 {
		t.Errorf("%+v, p %v, want %+v and 1", got, got.P(), want)
	}
	if p := (Sequential{OnlyB: 7}).P(); math.Abs(p-1/26.8125) > 1e-12 {
		t.Errorf("p %v", p)
	}
}

// Values without limits that do not differ have no spread, and so no interval.
func TestNoSpread(t *testing.T) {
	sample := NewSample(false)
	for group := range uint64(5) {
		sample.AddCase(group, Pair{3, 3})
	}
	if e := sample.Estimate(); !math.IsInf(e.Interval.Low, -1) || !math.IsInf(e.Interval.High, 1) || e.P != 1 {
		t.Errorf("%+v", e)
	}
}

// until returns after how many of the cases the test decides, and the pairs up to then; 0: never.
func until(r *rand.Rand, cases int, d differing) (after int, s Sequential) {
	for i := range cases {
		if s.Add(d.pair(r)); s.Decide() != NotDecided {
			return i + 1, s
		}
	}
	return 0, s
}

// looked returns whether McNemar's p is ever low enough, if it is read after each so many cases.
func looked(r *rand.Rand, cases, each int, d differing) bool {
	var s Sequential
	for i := range cases {
		if s.Add(d.pair(r)); (i+1)%each == 0 && McNemar(s.OnlyA, s.OnlyB) <= Alpha {
			return true
		}
	}
	return false
}

// docs/comparing.md quotes these figures: 2,000 runs of 500 cases. Where neither run is better, a fifth of the cases
// differ; else three of four that differ favour B, so that 10 points are 20% of the cases, and 20 points 40%.
func TestSequentialLooks(t *testing.T) {
	if testing.Short() {
		t.Skip("10,000 runs of 500 cases")
	}
	const runs, cases = 2000, 500
	r := rand.New(rand.NewPCG(38, 1))
	same := differing{0.1, 0.1}
	alarms, peeked := 0, 0
	for range runs {
		if n, _ := until(r, cases, same); n > 0 {
			alarms++
		}
		if looked(r, cases, 25, same) {
			peeked++
		}
	}
	t.Logf("false alarms: %.1f%%; of McNemar, read after each 25 cases: %.1f%%", percent(alarms, runs),
		percent(peeked, runs))
	if alarms >= runs/20 {
		t.Errorf("%d false alarms in %d runs", alarms, runs)
	}
	if peeked < runs/10 {
		t.Errorf("only %d false alarms of McNemar in %d runs: the docs say that this is wrong", peeked, runs)
	}
	for _, c := range []struct{ points, most int }{{10, 170}, {15, 115}, {20, 85}} {
		d := differing{float64(c.points) / 200, 3 * float64(c.points) / 200}
		var after []int
		covered := 0
		for range runs {
			n, s := until(r, cases, d)
			if n == 0 {
				continue
			}
			after = append(after, n)
			same := float64(n - s.OnlyA - s.OnlyB)
			at := YesNo{float64(s.OnlyA), float64(s.OnlyB), same}.Interval()
			if at.Low <= d.truth() && d.truth() <= at.High {
				covered++
			}
		}
		slices.Sort(after)
		median := after[len(after)/2]
		t.Logf("%d points: decided in %.1f%% of the runs, after %d cases (median); the interval then covers in %.1f%%",
			c.points, percent(len(after), runs), median, percent(covered, len(after)))
		if median > c.most {
			t.Errorf("%d points: decided after %d cases, want at most %d", c.points, median, c.most)
		}
	}
}

func percent(k, n int) float64 { return 100 * float64(k) / float64(n) }
