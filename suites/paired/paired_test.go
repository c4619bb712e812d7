package paired

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var near = cmpopts.EquateApprox(0, 1e-7)

// vector is a table of pairs with what SciPy 1.10 and statsmodels 0.13 say of it, and Tango's interval by bisection.
type vector struct {
	A, B, C, D int // both right, only the first, only the second, neither
	Exact      float64
	WilsonA    [2]float64
	Tango      [2]float64
}

func vectors(t *testing.T, file string) []vector {
	t.Helper()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no vectors: " + file + " ($BEAVER_EVAL_SHARED names the folder above them)")
	}
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) < 11 {
		t.Fatalf("%s has %d tables", file, len(all))
	}
	return all
}

func checkVectors(t *testing.T, all []vector) {
	t.Helper()
	for _, v := range all {
		s := NewSample(true)
		group := uint64(0)
		for pair, n := range map[Pair]int{{1, 1}: v.A, {0, 1}: v.B, {1, 0}: v.C, {0, 0}: v.D} { // ours is B − A
			for range n {
				s.AddCase(group, pair)
				group++
			}
		}
		e, wilson := s.Estimate(), Wilson(v.A+v.B, v.A+v.B+v.C+v.D)
		got := vector{v.A, v.B, v.C, v.D, e.P, [2]float64{wilson.Low, wilson.High},
			[2]float64{e.Interval.Low, e.Interval.High}}
		if d := gocmp.Diff(v, got, near); d != "" || e.Method != Tango {
			t.Errorf("%+v, %s (-want +got):\n%s", v, e.Method, d)
		}
	}
}

func TestVectors(t *testing.T) {
	checkVectors(t, vectors(t, filepath.Join("testdata", "vectors.json")))
}

func TestSharedVectors(t *testing.T) {
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	checkVectors(t, vectors(t, filepath.Join(shared, "review2", "live-vectors.json")))
}

// By sums of whole numbers.
func TestMcNemar(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {3, 3, 1}, {0, 5, 0.0625}, {0, 6, 0.03125}, {15, 33, 0.0132832815},
		{450, 550, 0.0017305360849763176}, {4900, 5100, 0.04658552770494739}} {
		if got := McNemar(c.a, c.b); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d against %d: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// Few data: none, one, one group, and pairs that do not differ.
func TestEdges(t *testing.T) {
	one := NewSample(true)
	one.AddCase(1, Pair{0, 1})
	oneGroup := NewSample(true)
	oneGroup.AddCase(1, Pair{0, 1}, Pair{1, 1})
	same := NewSample(true)
	for g := range uint64(10) {
		same.AddCase(g, Pair{1, 1}, Pair{0, 0})
	}
	inf := math.Inf(1)
	for _, c := range []struct {
		name   string
		sample *Sample
		want   Estimate
	}{
		{"none", NewSample(true), Estimate{P: 1, Interval: Interval{-inf, inf}, YesNo: true, Method: ClusterT}},
		{"one", one, Estimate{Pairs: 1, Cases: 1, Groups: 1, B: 1, Difference: 1, OnlyB: 1, GroupsB: 1, P: 1,
			Method: Tango, YesNo: true, Interval: Interval{-0.5869013712455251, 1}}}, // (1 - z²)/(1 + z²)
		{"one group", oneGroup, Estimate{Pairs: 2, Cases: 1, Groups: 1, A: 0.5, B: 1, Difference: 0.5, OnlyB: 1,
			GroupsB: 1, P: 1, YesNo: true, Interval: Interval{-inf, inf}, Method: ClusterT}},
		{"same", same, Estimate{Pairs: 20, Cases: 10, Groups: 10, A: 0.5, B: 0.5, P: 1, Method: ClusterT,
			YesNo: true, Interval: Interval{-0.33850862266018333, 0.33850862266018333}}}, // ± t²/(10 + t²)
	} {
		got := c.sample.Estimate()
		if d := gocmp.Diff(c.want, got, near, cmpopts.IgnoreUnexported(Estimate{})); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
		if got.Decide(got.P) != NotDecided || got.Detectable() < 0.2 {
			t.Errorf("%s: decided, or finds %v", c.name, got.Detectable())
		}
	}
	if got, want := Wilson(0, 0), (Interval{0, 1}); got != want {
		t.Error(got)
	}
}

// The sandwich estimator of a regression on a constant, by groups, and t(8) from a table.
func TestClusterT(t *testing.T) {
	s := NewSample(false)
	for g, differences := range [][]float64{{0, 0, 1}, {1}, {0, -1}, {1, 1, 1}, {0, 0}, {-1, 0, 0, 1}, {1, 0}, {0},
		{0.5, 0.25}} {
		for _, d := range differences { // each a case
			s.AddCase(uint64(g), Pair{1, 1 + d})
		}
	}
	got := s.Estimate()
	want := Estimate{Pairs: 20, Cases: 20, Groups: 9, A: 1, B: 1.2875, Difference: 0.2875, OnlyA: 2, OnlyB: 9,
		GroupsA: 1, GroupsB: 5, Interval: Interval{-0.08989495458246083, 0.6648949545824607}, Method: ClusterT,
		P: 0.0654296875}
	if d := gocmp.Diff(want, got, near, cmpopts.IgnoreUnexported(Estimate{})); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// Values of tables.
func TestQuantiles(t0 *testing.T) {
	for _, c := range []struct{ got, want float64 }{{z(0.975), 1.959963984540054}, {z(0.8), 0.8416212335729143},
		{t(0.975, 1), 12.706204736432095}, {t(0.975, 3), 3.182446305284263}, {t(0.975, 8), 2.306004135204166},
		{t(0.8, 1), 1.3763819204711735}, {t(0.975, 1000), 1.9623390808264078}} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t0.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

func TestRatio(t *testing.T) {
	r := NewRatio()
	for i, p := range []Pair{{2, 4}, {4, 6}, {8, 20}, {3, 9}, {0, 1}, {1, 0}} { // the last two took no time
		r.AddCase(uint64(i), p)
	}
	want := RatioEstimate{Cases: 4, A: 4.25, B: 9.75, Ratio: 2.177938587346431,
		Interval: Interval{1.3537431988532855, 3.5039263682141284}}
	if d := gocmp.Diff(want, r.Estimate(), near); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	none := NewRatio().Estimate()
	if none.Cases != 0 || none.Interval != (Interval{0, math.Inf(1)}) {
		t.Errorf("%+v", none)
	}
}

func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005, 0.5})
	if d := gocmp.Diff([]float64{0.04, 0.09, 0.09, 0.025, 0.5}, got, near); d != "" {
		t.Error(d)
	}
	if got := Holm(nil); len(got) != 0 {
		t.Error(got)
	}
}

// What cases can show where a fifth of them differ. The power of two of these, by sums over all tables, is 0.8313 and
// 0.8174.
func TestDetectable(t *testing.T) {
	for _, c := range []struct {
		n, differing int
		want         float64 // in points, rounded up
	}{{50, 10, 18}, {100, 20, 13}, {200, 40, 10}, {500, 100, 6}, {184, 48, 11}, {1, 1, 100}, {0, 0, 100}, {50, 0, 16}} {
		if got := math.Ceil(100 * detectable(c.n, c.differing)); got != c.want {
			t.Errorf("%d of %d: %v points, want %v", c.differing, c.n, got, c.want)
		}
	}
	for _, c := range []struct {
		n          int
		difference float64
		want       float64
	}{{50, 0.18, 0.8313274698183798}, {100, 0.13, 0.8173661846051347}} {
		if got := power(c.n, 0.2, c.difference); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d: %v, want %v", c.n, got, c.want)
		}
	}
}

// The interval decides against a margin; where it holds the margin, more cases would.
func TestAgainst(t *testing.T) {
	sample := func(both, onlyA, onlyB int) Estimate {
		s := NewSample(true)
		for i := range both + onlyA + onlyB {
			p := Pair{1, 1}
			if i < onlyA {
				p.B = 0
			} else if i < onlyA+onlyB {
				p.A = 0
			}
			s.AddCase(uint64(i), p)
		}
		return s.Estimate()
	}
	for _, c := range []struct {
		of     Estimate
		margin float64
		want   Against
		cases  int
	}{
		{sample(1000, 5, 5), -0.03, Above, 0},
		{sample(100, 3, 3), -0.03, Open, 755},
		{sample(60, 40, 0), -0.03, Below, 0},
		{sample(100, 5, 1), -0.03, Open, 8368},
		{sample(97, 3, 0), -0.03, Open, 0}, // exactly on the margin
		{NewSample(true).Estimate(), -0.03, Open, 0},
	} {
		side, cases := c.of.Against(c.margin)
		if side != c.want || cases != c.cases {
			t.Errorf("%+v: %v, %d cases; want %v, %d", c.of, side, cases, c.want, c.cases)
		}
	}
}

// p and the interval have to agree.
func TestDecision(t *testing.T) {
	for _, c := range []struct {
		of   Estimate
		want Decision
	}{
		{Estimate{P: 0.013, OnlyA: 15, OnlyB: 33, Interval: Interval{0.02, 0.17}}, HigherB},
		{Estimate{P: 0.013, OnlyA: 33, OnlyB: 15, Interval: Interval{-0.17, -0.02}}, HigherA},
		{Estimate{P: 0.0625, OnlyB: 5, Interval: Interval{0.022, 0.214}}, NotDecided},
		{Estimate{P: 0.013, OnlyA: 15, OnlyB: 33, Interval: Interval{-0.01, 0.17}}, NotDecided},
		{Estimate{P: 0.013, OnlyA: 15, OnlyB: 33, Interval: Interval{-0.17, -0.02}}, NotDecided},
	} {
		if got := c.of.Decide(c.of.P); got != c.want {
			t.Errorf("%+v: %v, want %v", c.of, got, c.want)
		}
	}
}
