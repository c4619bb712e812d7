package score

import (
	"context"
	"fmt"
	"math"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// minCoverage is the share of a text's letters that must be in words known to the built-in embedder for its vector to
// be meaningful. 99 in 100 recorded English replies have more; sentences in other languages written in Latin letters
// have up to a half.
const minCoverage = 0.6

// Cosine returns the cosine of two texts' vectors by emb, from -1 to 1; nil: the built-in embedder, for which texts
// that are not English are an error.
func Cosine(ctx context.Context, emb pipeline.Embedder, want, got string) (float64, error) {
	if emb == nil {
		if err := checkEnglish(want, got); err != nil {
			return 0, err
		}
		emb = retrieval.BuiltIn{}
	}
	vectors, err := emb.Embed(ctx, []string{want, got})
	if err != nil {
		return 0, err
	}
	if len(vectors) != 2 || len(vectors[0]) != len(vectors[1]) {
		return 0, fmt.Errorf("the embedder has no two vectors of one length for %q and %q", want, got)
	}
	c, ok := cosine(vectors[0], vectors[1])
	if !ok {
		return 0, fmt.Errorf("the embedder knows no word of %q or of %q", want, got)
	}
	return c, nil
}

// checkEnglish rejects texts with too few words known to the built-in embedder.
func checkEnglish(texts ...string) error {
	for _, text := range texts {
		share, err := retrieval.BuiltIn{}.Coverage(text)
		if err != nil {
			return err
		}
		if share < minCoverage {
			return fmt.Errorf("the embedder knows the words of %.0f%% of %q, and %.0f%% are needed: "+
				"it compares English", 100*share, text, 100*minCoverage)
		}
	}
	return nil
}

// cosine returns the cosine of two vectors, in steps of 1e-6: processors differ in later digits. ok is false for a
// vector without length.
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
