package paired

import (
	"cmp"
	"slices"
)

// Holm adjusts several p for their number, by Holm's method: each adjusted one may be compared with Alpha, and the
// probability of any false alarm among all of them stays below it.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ps[i], ps[j]) })
	adjusted, highest := make([]float64, len(ps)), 0.0
	for rank, i := range order {
		highest = max(highest, min(1, float64(len(ps)-rank)*ps[i]))
		adjusted[i] = highest
	}
	return adjusted
}
