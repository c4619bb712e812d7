package paired

import "math"

// Pair is one thing measured in both runs.
type Pair struct{ A, B float64 }

// Sample collects the pairs of many cases. It keeps sums for each group, so its size does not grow with what a group
// holds.
type Sample struct {
	bounded      bool // values are from 0 to 1
	yesNo        bool // all values are 0 or 1
	pairs, cases int
	a, b         float64            // sums
	squares      float64            // of differences
	up, down     float64            // sums of the differences in favour of B, and of A
	higher       struct{ a, b int } // cases
	groups       map[uint64]*cluster
}

// cluster sums up the pairs of a group.
type cluster struct {
	n          int
	difference float64
}

// NewSample returns an empty sample. Bounded values are shares, from 0 to 1.
func NewSample(bounded bool) *Sample {
	return &Sample{bounded: bounded, yesNo: bounded, groups: map[uint64]*cluster{}}
}

// Rounding is less than what distinguishes two values.
const Rounding = 1e-12

// AddCase adds the pairs of one case. Cases of one group are not independent.
func (s *Sample) AddCase(group uint64, pairs ...Pair) {
	if len(pairs) == 0 {
		return
	}
	of := s.groups[group]
	if of == nil {
		of = &cluster{}
		s.groups[group] = of
	}
	sum := 0.0
	for _, p := range pairs {
		d := p.B - p.A
		s.a, s.b, s.squares = s.a+p.A, s.b+p.B, s.squares+d*d
		s.up, s.down = s.up+max(d, 0), s.down+max(-d, 0)
		s.yesNo = s.yesNo && isYesNo(p.A) && isYesNo(p.B)
		sum += d
	}
	s.pairs, s.cases = s.pairs+len(pairs), s.cases+1
	of.n, of.difference = of.n+len(pairs), of.difference+sum
	switch {
	case sum > Rounding:
		s.higher.b++
	case sum < -Rounding:
		s.higher.a++
	}
}

func isYesNo(v float64) bool { return v == 0 || v == 1 }

// Method says how an interval was made.
type Method string

// The methods.
const (
	Tango    Method = "tango"     // score interval of yes and no, each pair a group of its own
	ClusterT Method = "cluster t" // t over groups: CR1, as many degrees of freedom as groups but one
)

// Estimate compares B with A over a sample.
type Estimate struct {
	Pairs, Cases, Groups int
	A, B                 float64 // means
	Difference           float64
	Interval             Interval // of the difference
	Method               Method
	OnlyA, OnlyB         int     // cases in which A is higher, and B
	GroupsA, GroupsB     int     // groups in which A is higher, and B
	YesNo                bool    // all values are 0 or 1
	P                    float64 // of McNemar's exact test on these; for values other than yes and no a sign test

	bounded bool
	least   float64 // difference that the standard error lets t find
}

// Estimate returns what the sample says.
func (s *Sample) Estimate() Estimate {
	e := Estimate{
		Pairs: s.pairs, Cases: s.cases, Groups: len(s.groups), OnlyA: s.higher.a, OnlyB: s.higher.b,
		P: McNemar(s.higher.a, s.higher.b), YesNo: s.yesNo, Interval: unknown(), Method: ClusterT, bounded: s.bounded,
		least: math.Inf(1),
	}
	for _, g := range s.groups {
		if g.difference > Rounding {
			e.GroupsB++
		} else if g.difference < -Rounding {
			e.GroupsA++
		}
	}
	if s.pairs == 0 {
		return e
	}
	n := float64(s.pairs)
	e.A, e.B, e.Difference = s.a/n, s.b/n, (s.b-s.a)/n
	if s.yesNo && len(s.groups) == s.pairs {
		e.Method, e.Interval, e.least = Tango, s.table(n).Interval(), 0
		return e
	}
	if len(s.groups) < 2 || !s.bounded && s.differing() == 0 { // no spread tells how far 0 may be off
		return e
	}
	wrong, freedom := s.standardError(e.Difference), len(s.groups)-1
	half := t(1-Alpha/2, freedom) * wrong
	e.Interval = Interval{e.Difference - half, e.Difference + half}
	e.least = half + t(Power, freedom)*wrong
	if differing := s.differing(); s.bounded && differing < fewDiffer {
		worth := float64(len(s.groups))
		if differing >= veryFew {
			worth = s.worth(e.Difference, wrong)
		}
		e.Interval = e.Interval.and(s.table(worth).scoreInterval(t(1-Alpha/2, freedom)))
	}
	if s.bounded {
		e.Interval = Interval{max(e.Interval.Low, -1), min(e.Interval.High, 1)}
	}
	return e
}

// table returns n pairs that differ as those of the sample do. Shares that differ count as parts of a pair.
func (s *Sample) table(n float64) YesNo {
	scale := n / float64(s.pairs)
	return YesNo{OnlyA: s.down * scale, OnlyB: s.up * scale, Same: n - (s.up+s.down)*scale}
}

// standardError returns the cluster-robust standard error of the mean difference (CR1).
func (s *Sample) standardError(mean float64) float64 {
	sum, k := 0.0, float64(len(s.groups))
	for _, g := range s.groups {
		residual := g.difference - float64(g.n)*mean
		sum += residual * residual
	}
	return math.Sqrt(k/(k-1)*sum) / float64(s.pairs)
}

// With fewer groups that differ than fewDiffer, t alone does not cover: with one-sided differences in 3% of the pairs
// of 8 groups, it covers 45% instead of 95%. The score interval of as many pairs as the groups are worth is added
// there. How much they are worth cannot be told from fewer than veryFew: one pair each, then.
const (
	fewDiffer = 20
	veryFew   = 5
)

// differing returns the number of groups with a difference.
func (s *Sample) differing() int {
	n := 0
	for _, g := range s.groups {
		if math.Abs(g.difference) > Rounding {
			n++
		}
	}
	return n
}

// worth returns how many independent pairs would have this standard error: at least one for each group.
func (s *Sample) worth(mean, standardError float64) float64 {
	n := float64(s.pairs)
	if standardError == 0 {
		return float64(len(s.groups))
	}
	variance := s.squares/n - mean*mean
	return max(float64(len(s.groups)), min(n, variance/(standardError*standardError)))
}
