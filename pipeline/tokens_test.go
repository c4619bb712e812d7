package pipeline_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestEstimateTokens(t *testing.T) {
	for text, want := range map[string]int{
		"":            0,
		"a":           1,
		"abcd":        1,
		"abcde":       2,
		"hello world": 3,
		"你好":          2,
		"ひらカ":         3,
		"한국":          2,
		"，！。":         3, // full-width comma and exclamation mark, ideographic full stop
		"é":           1,
		"éé":          1,
		"ééé":         2,
		"😀":           1,
		"hello 世界":    4,
		"\xff\xfe":    1, // two that are not UTF-8 count as others
	} {
		if got := pipeline.EstimateTokens(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// Two texts have together at most as many tokens as apart, and no fewer than either.
func TestEstimateTokensOfTwoTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		na, nb := pipeline.EstimateTokens(a), pipeline.EstimateTokens(b)
		if n := pipeline.EstimateTokens(a + b); n > na+nb || n < max(na, nb) {
			t.Fatalf("%d and %d together are %d", na, nb, n)
		}
	})
}
