package paired

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Detectable returns the smallest difference that as many cases, differing as often, show with the probability Power.
// Infinite: unknown.
func (e Estimate) Detectable() float64 {
	if !e.bounded {
		return e.least
	}
	return min(1, max(e.least, detectable(e.Cases, e.OnlyA+e.OnlyB)))
}

// detectable returns the smallest difference between two shares that McNemar's exact test finds with the probability
// Power in n cases, of which so many have differed; 1 if it finds none.
func detectable(n, differing int) float64 {
	if n == 0 {
		return 1
	}
	differ := float64(differing) / float64(n)
	found := bisect(0, 1, func(d float64) bool { return power(n, max(differ, d), d) < Power })
	return math.Ceil(found*1e4-1e-6) / 1e4
}

// power returns the probability that the test finds a difference between two shares, where a share of n cases differs.
func power(n int, differ, difference float64) float64 {
	mean, spread := float64(n)*differ, math.Sqrt(float64(n)*differ*(1-differ))
	most := min(n, int(mean+8*spread)+1)
	toB := (differ + difference) / (2 * differ)
	found := 0.0
	for m := max(0, int(mean-8*spread)-1); m <= most; m++ {
		k := critical(m)
		if k < 0 {
			continue
		}
		found += binomial(m, n, differ) * (atMost(k, m, 1-toB) + atMost(k, m, toB))
	}
	return found
}

// critical returns how many of m differing cases may at most favour one side if the test is to find the other one
// better; -1: it never does.
func critical(m int) int {
	k := int(float64(m)/2-math.Sqrt(float64(m))) + 1 // no lower than the result
	for k = min(k, m/2); k >= 0 && McNemar(k, m-k) > Alpha; k-- {
	}
	return k
}

// binomial returns the probability of k hits in n tries.
func binomial(k, n int, p float64) float64 {
	if p >= 1 {
		if k == n {
			return 1
		}
		return 0
	}
	ways := logFactorial(n) - logFactorial(k) - logFactorial(n-k)
	return math.Exp(ways + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

// atMost returns the probability of k hits or fewer in n tries, k < n.
func atMost(k, n int, p float64) float64 {
	switch {
	case p <= 0:
		return 1
	case p >= 1:
		return 0
	}
	return mathext.RegIncBeta(float64(n-k), float64(k+1), 1-p)
}
