package score

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// NewEvaluator returns an evaluator of cases that run on the system with these names. prices, when not nil, turn tokens
// into money.
func NewEvaluator(known trace.Vocabulary, prices *PriceList) *Evaluator {
	stages := map[pipeline.Decides][]string{}
	for _, st := range known.Stages {
		for _, what := range st.Decides {
			stages[what] = append(stages[what], st.Name)
		}
	}
	return &Evaluator{scorers: scorers(), known: known, stages: stages, prices: prices}
}

// Within returns the same evaluator, measuring prompts against budgets.
func (e *Evaluator) Within(b Budgets) *Evaluator {
	other := *e
	other.budgets = b
	return &other
}

// With returns the same evaluator, comparing texts by an embedder's vectors; nil: by the built-in one.
func (e *Evaluator) With(emb pipeline.Embedder) *Evaluator {
	other := *e
	other.embedder = emb
	return &other
}

// Evaluate compares a case with its expectations, turn by turn, and takes the measures that need none. The errors say
// what cannot be evaluated.
func (e *Evaluator) Evaluate(ctx context.Context, c *fixtures.Case, t *trace.Trace) ([]Score, []error) {
	ev := &evaluation{
		Evaluator: e, fixture: c, trace: t, budget: NewBudget(ctx), provenance: trace.NewProvenanceIndex(t),
		scores: make([]Score, 0, manyScores),
		similarity: func(want, got string) (float64, error) {
			return Cosine(ctx, e.embedder, want, got)
		},
	}
	for i := range c.Turns {
		ev.turn(&c.Turns[i], fixtures.TurnPlace(i))
	}
	if c.End != nil {
		ev.turn(c.End, fixtures.EndPlace)
	}
	ev.measure()
	return ev.scores, ev.errs
}

// manyScores is enough for most cases.
const manyScores = 32

func (ev *evaluation) turn(t *fixtures.Turn, place string) {
	if t.Acceptance == "" && t.Expect == nil && t.Labels == nil {
		return
	}
	v := &turnView{trace.NewTurn(ev.trace, place, ev.stages), ev.known, ev.budget, ev.similarity}
	accepted, err := scoreAcceptance(v, t.Acceptance)
	ev.add(t, accepted, err, place, true)
	ev.unmet = ev.unmet || len(accepted) > 0 && !accepted[0].Holds
	if v.Outcome == nil && ev.unmet {
		return // the case ended before, for that
	}
	ev.expectations(t, v, t.Expect, !t.Measured())
	ev.expectations(t, v, t.Labels, false)
}

// expectations runs all scorers on a turn's expectations or labels.
func (ev *evaluation) expectations(t *fixtures.Turn, v *turnView, want *expect.Turn, required bool) {
	if want == nil {
		return
	}
	for _, s := range ev.scorers {
		if s.score == nil {
			continue
		}
		scores, err := s.score(v, want)
		if u, ok := errors.AsType[*trace.UndecidedError](err); ok && (ev.unmet || t.Measured()) {
			scores, err = append(scores, consequence(u, v.Place, err)), nil
		}
		ev.add(t, scores, err, v.Place, required)
	}
}

// add keeps the scores of one scorer with their subject, and its error.
func (ev *evaluation) add(t *fixtures.Turn, scores []Score, err error, place string, required bool) {
	for _, s := range scores {
		s.Turn, s.Line, s.Required = place, t.Line(), required && s.Expected
		s.Provenance = ev.provenance.Behind(s.Path)
		ev.scores = append(ev.scores, s)
	}
	if err != nil {
		file, _ := ev.fixture.Where()
		ev.errs = append(ev.errs, &strict.Error{File: file, Line: t.Line(), Err: fmt.Errorf("%s: %w", place, err)})
	}
}

// measure adds the measures of every case, whatever it expects.
func (ev *evaluation) measure() {
	begin := len(ev.scores)
	for _, s := range ev.scorers {
		if s.measure != nil {
			ev.scores = s.measure(ev.scores, ev)
		}
	}
	for i := begin; i < len(ev.scores); i++ {
		ev.scores[i].Provenance = ev.provenance.Behind(ev.scores[i].Path)
	}
}

// Failures returns the expectations that do not hold, a line each.
func Failures(c *fixtures.Case, scores []Score) []string {
	var lines []string
	file, _ := c.Where()
	for _, s := range scores {
		if s.Required && !s.Holds {
			lines = append(lines, fmt.Sprintf("%s:%d: %s: %s", file, s.Line, s.Turn, s.Reason))
		}
	}
	return lines
}
