package score

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
)

// beaverJudge scores cases of Beaver, without prices.
func beaverJudge(t *testing.T) *Judge {
	t.Helper()
	sys, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	return NewJudge(sys.Stages(), NewWords(), nil)
}
