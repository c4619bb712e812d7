package score

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/suites/vocabulary"
)

// beaverJudge scores cases of Beaver, without prices.
func beaverJudge(t *testing.T) *Judge {
	t.Helper()
	sys, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	return NewJudge(vocabulary.Of(sys), nil)
}
