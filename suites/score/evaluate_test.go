package score

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// beaverEvaluator scores cases of Beaver, without prices.
func beaverEvaluator(t *testing.T) *Evaluator {
	t.Helper()
	sys, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	return NewEvaluator(trace.VocabularyOf(sys), nil)
}
