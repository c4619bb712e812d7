package paired

import "math"

// Ratio collects how many times as high a positive value, such as a time, is in B as in A.
type Ratio struct {
	logs *Sample
	a, b float64
}

// NewRatio returns an empty one.
func NewRatio() *Ratio { return &Ratio{logs: NewSample(false)} }

// AddCase adds the values of one case. Without a positive one on both sides it is left out.
func (r *Ratio) AddCase(group uint64, p Pair) {
	if p.A <= 0 || p.B <= 0 {
		return
	}
	r.a, r.b = r.a+p.A, r.b+p.B
	r.logs.AddCase(group, Pair{math.Log(p.A), math.Log(p.B)})
}

// RatioEstimate compares B with A.
type RatioEstimate struct {
	Cases    int
	A, B     float64 // means
	Ratio    float64 // B over A: the geometric mean of the cases' ratios
	Interval Interval
}

// Estimate returns what was collected: t on the logarithms of the ratios.
func (r *Ratio) Estimate() RatioEstimate {
	e := r.logs.Estimate()
	n := max(1, float64(e.Cases))
	return RatioEstimate{
		Cases: e.Cases, A: r.a / n, B: r.b / n, Ratio: math.Exp(e.Difference),
		Interval: Interval{math.Exp(e.Interval.Low), math.Exp(e.Interval.High)},
	}
}
