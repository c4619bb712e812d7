package cells_test

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
)

func TestAsked(t *testing.T) {
	t.Parallel()
	for want, a := range map[string]overview.Asked{
		"asked 9: 4 answered, 5 did not fit 2,048 tokens":         {Calls: 9, Answered: 4, Overflow: 5, Window: 2048},
		"asked 9: 0 answered, 9 did not fit into the context":     {Calls: 9, Overflow: 9},
		"asked 3: 0 answered, 1 timeout, 2 got no answer":         {Calls: 3, Late: 1, NoAnswer: 2},
		"asked 2: 0 answered, 1 did not fit 64 tokens, 1 timeout": {Calls: 2, Overflow: 1, Window: 64, Late: 1},
		"asked 1: 1 answered":                                     {Calls: 1, Answered: 1},
	} {
		if got := cells.Asked(a); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
