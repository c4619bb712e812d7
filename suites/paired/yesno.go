// Package paired compares two runs of the same cases: how much better one is, within which bounds, and whether that may
// be chance. It knows numbers only.
//
// Differences are B − A throughout: positive, if B is higher. Intervals have a confidence of 95%.
package paired

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Alpha is the probability of a false alarm: a p at most this high decides, and intervals leave out so much.
const Alpha = 0.05

// Power is the probability with which a detectable difference is found.
const Power = 0.8

// Interval is a range of values that the data do not rule out. Infinite bounds: nothing is known.
type Interval struct{ Low, High float64 }

// unknown is the interval of too few data.
func unknown() Interval { return Interval{math.Inf(-1), math.Inf(1)} }

// and returns the smallest interval that holds both.
func (i Interval) and(o Interval) Interval { return Interval{min(i.Low, o.Low), max(i.High, o.High)} }

// YesNo counts pairs of answers that are right or wrong: those right on one side only, and those that are the same.
// Counts may be fractions.
type YesNo struct{ OnlyA, OnlyB, Same float64 }

// N returns the number of pairs.
func (t YesNo) N() float64 { return t.OnlyA + t.OnlyB + t.Same }

// Interval returns Tango's score interval of the difference of the two shares (Statistics in Medicine 17, 1998). Unlike
// those of Wald and the bootstrap, it covers when few pairs disagree, or none.
func (t YesNo) Interval() Interval { return t.scoreInterval(z(1 - Alpha/2)) }

// scoreInterval returns the differences at which the score statistic is at most so far from 0.
func (t YesNo) scoreInterval(most float64) Interval {
	if t.N() == 0 {
		return Interval{-1, 1}
	}
	return Interval{
		bisect(-1, 1, func(d float64) bool { return t.score(d) > most }),
		bisect(-1, 1, func(d float64) bool { return t.score(d) >= -most }),
	}
}

// score returns how many standard errors the observed difference is above another one. The error is that of the most
// likely table with the other difference.
func (t YesNo) score(difference float64) float64 {
	n := t.N()
	b := (2*n-t.OnlyB+t.OnlyA)*difference - t.OnlyB - t.OnlyA
	c := -t.OnlyA * difference * (1 - difference)
	onlyA := (math.Sqrt(max(b*b-8*n*c, 0)) - b) / (4 * n)
	above := t.OnlyB - t.OnlyA - n*difference
	if above == 0 {
		return 0
	}
	return above / math.Sqrt(max(n*(2*onlyA+difference*(1-difference)), 0))
}

// Wilson returns Wilson's score interval of a share, k of n.
func Wilson(k, n int) Interval {
	if n == 0 {
		return Interval{0, 1}
	}
	q, of := z(1-Alpha/2), float64(n)
	share := float64(k) / of
	middle := share + q*q/(2*of)
	half := q * math.Sqrt(share*(1-share)/of+q*q/(4*of*of))
	return Interval{max(0, (middle-half)/(1+q*q/of)), min(1, (middle+half)/(1+q*q/of))}
}

// McNemar returns the two-sided p of McNemar's exact test: how likely pairs that disagree would be divided as unevenly
// if neither side were better.
func McNemar(onlyA, onlyB int) float64 {
	fewer, n := min(onlyA, onlyB), onlyA+onlyB
	return min(1, 2*tail(fewer, n))
}

// tail returns the probability of k heads or fewer in n throws of a fair coin. Terms are summed from the largest down.
func tail(k, n int) float64 {
	ways := logFactorial(n) - logFactorial(k) - logFactorial(n-k)
	term := math.Exp(ways - float64(n)*math.Ln2)
	sum := 0.0
	for i := k; i >= 0 && term > sum*1e-18; i-- {
		sum += term
		term *= float64(i) / float64(n-i+1)
	}
	return sum
}

func logFactorial(n int) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}

// bisect returns where between two numbers a condition stops to hold.
func bisect(low, high float64, holds func(float64) bool) float64 {
	for range 60 {
		middle := (low + high) / 2
		if holds(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// z returns a quantile of the normal distribution.
func z(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// t returns a quantile, of a probability above a half, of Student's distribution. Package stat/distuv of gonum has
// both, but brings linear algebra with it, 2 MB.
func t(p float64, freedom int) float64 {
	nu := float64(freedom)
	x := mathext.InvRegIncBeta(nu/2, 0.5, 2*(1-p))
	return math.Sqrt(nu * (1 - x) / x)
}
