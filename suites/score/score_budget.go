package score

import (
	"math"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func budgetScorer() scorer {
	byStage := func(v trace.Vocabulary, name, facet string) error {
		stage, _, _ := strings.Cut(facet, ":")
		return ByCaller(v, name, stage)
	}
	return scorer{
		metrics: metrics(Count, 0, math.Inf(1), byStage, "budget."+budgetOver),
		measure: func(scores []Score, ev *evaluation) []Score { return ev.budgets.measure(scores, ev.trace) },
	}
}
