// Package similarity tells how alike two English texts are, by vectors of the words that they hold.
package similarity

import (
	"context"
	"fmt"
	"math"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// minCoverage is the share of its letters that must stand in words which the embedder knows, for its vector to speak of
// a text. Of recorded English replies 99 in 100 have more, sentences in other languages written in Latin letters up to
// a half.
const minCoverage = 0.6

// Cosine returns that of two texts' vectors, from -1 to 1. Of texts in other words than English ones it says nothing:
// an error.
func Cosine(want, got string) (float64, error) {
	var words retrieval.BuiltIn
	for _, text := range []string{want, got} {
		share, err := words.Coverage(text)
		if err != nil {
			return 0, err
		}
		if share < minCoverage {
			return 0, fmt.Errorf("the embedder knows the words of %.0f%% of %q, and %.0f%% are needed: "+
				"it compares English", 100*share, text, 100*minCoverage)
		}
	}
	vectors, err := words.Embed(context.Background(), []string{want, got})
	if err != nil {
		return 0, err
	}
	c, ok := cosine(vectors[0], vectors[1])
	if !ok {
		return 0, fmt.Errorf("the embedder knows no word of %q or of %q", want, got)
	}
	return c, nil
}

// cosine of two vectors, in steps of 1e-6: processors differ in bits far behind. ok is false for a vector without
// length.
func cosine(a, b []float32) (c float64, ok bool) {
	var dot, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot += float64(x * y)
		aa += float64(x * x)
		bb += float64(y * y)
	}
	if aa == 0 || bb == 0 {
		return 0, false
	}
	return math.Round(dot/math.Sqrt(aa*bb)*1e6) / 1e6, true
}
