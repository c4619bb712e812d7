package score

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/suites/vocabulary"
)

// beaverEvaluator scores cases of Beaver, without prices.
func beaverEvaluator(t *testing.T) *Evaluator {
	t.Helper()
	sys, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	return NewEvaluator(vocabulary.Of(sys), nil)
}
