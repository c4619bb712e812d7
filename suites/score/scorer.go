package score

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// scorer evaluates one part of turns' expectations, or takes measures that need none, or both.
type scorer struct {
	metrics []Metric

	// check returns the mistakes in an expectation, with position, before anything runs; may be nil.
	check func(file string, line int, e *expect.Turn) error

	// score is a pure function of what happened in a turn: no scores when the expectation does not name its part, an
	// error when that cannot be evaluated.
	score func(v *turnView, e *expect.Turn) ([]Score, error)

	// measure appends its measures of a case, whatever that expects.
	measure func(scores []Score, ev *evaluation) []Score
}

// turnView is what happened in one turn, with other data for scorers.
type turnView struct {
	*trace.TurnView
	known  trace.Vocabulary
	budget *Budget

	similarity func(want, got string) (float64, error) // of two texts, from -1 to 1
}

// Evaluator scores cases of one suite.
type Evaluator struct {
	scorers []scorer
	known   trace.Vocabulary
	stages  map[pipeline.Decides][]string // by what they decide
	prices  *PriceList
	budgets Budgets

	embedder pipeline.Embedder // of compared texts; nil: the built-in one
}

// evaluation is the evaluation of one case.
type evaluation struct {
	*Evaluator
	fixture    *fixtures.Case
	trace      *trace.Trace
	budget     *Budget
	provenance *trace.ProvenanceIndex
	unmet      bool // an acceptance found no open work, in this turn or before
	scores     []Score
	errs       []error
	similarity func(want, got string) (float64, error)
}
