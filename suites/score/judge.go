package score

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/jsonmatch"
	"github.com/beaver-eval/beaver-eval/suites/trace"
	"github.com/beaver-eval/beaver-eval/suites/vocabulary"
)

// Judge scores cases of one suite.
type Judge struct {
	scorers []scorer
	known   vocabulary.Vocabulary
	stages  map[pipeline.Decides][]string // by what they decide
	prices  *Prices
}

// NewJudge returns a judge of cases that run on the system with these names. prices, when not nil, turn tokens into
// money.
func NewJudge(known vocabulary.Vocabulary, prices *Prices) *Judge {
	j := &Judge{scorers: scorers(), known: known, stages: map[pipeline.Decides][]string{}, prices: prices}
	for _, st := range known.Stages {
		for _, what := range st.Decides {
			j.stages[what] = append(j.stages[what], st.Name)
		}
	}
	return j
}

// Case holds a case against what it expects, turn by turn, and measures what needs no expectation. The errors say what
// cannot be evaluated.
func (judge *Judge) Case(ctx context.Context, c *fixtures.Case, t *trace.Trace) ([]Score, []error) {
	j := &caseJudge{Judge: judge, c: c, trace: t, budget: jsonmatch.NewBudget(ctx), rests: newRests(t), scores: make([]Score, 0, manyScores)}
	for i := range c.Turns {
		j.turn(&c.Turns[i], fixtures.TurnPlace(i))
	}
	if c.End != nil {
		j.turn(c.End, fixtures.EndPlace)
	}
	j.whole()
	return j.scores, j.errs
}

// manyScores is how many most cases have at most.
const manyScores = 32

// caseJudge scores one case.
type caseJudge struct {
	*Judge
	c      *fixtures.Case
	trace  *trace.Trace
	budget *jsonmatch.Budget
	rests  *rests
	unmet  bool // an acceptance has found no open work, in this turn or before
	scores []Score
	errs   []error
}

func (j *caseJudge) turn(t *fixtures.Turn, place string) {
	if t.Acceptance == "" && t.Expect == nil && t.Labels == nil {
		return
	}
	v := newView(j.trace, place)
	v.stages, v.known, v.budget = j.stages, j.known, j.budget
	accepted, err := scoreAcceptance(v, t.Acceptance)
	j.add(t, v, accepted, err, true)
	j.unmet = j.unmet || len(accepted) > 0 && !accepted[0].Holds
	if v.outcome == nil && j.unmet {
		return // the case ended before, for that
	}
	j.hold(t, v, t.Expect, true)
	j.hold(t, v, t.Labels, false)
}

// hold takes one expectation through all scorers.
func (j *caseJudge) hold(t *fixtures.Turn, v *view, e *fixtures.Expect, required bool) {
	if e == nil {
		return
	}
	for _, s := range j.scorers {
		if s.score == nil {
			continue
		}
		scores, err := s.score(v, e)
		if u, ok := errors.AsType[*undecidedError](err); ok && j.unmet {
			scores, err = append(scores, u.consequence(v.place, err)), nil
		}
		j.add(t, v, scores, err, required)
	}
}

// add keeps the scores of one scorer with what they are about, and what it could not evaluate.
func (j *caseJudge) add(t *fixtures.Turn, v *view, scores []Score, err error, required bool) {
	for _, s := range scores {
		s.Turn, s.Line, s.Required = v.place, t.Line(), required && s.Expected
		s.Rests = j.rests.of(s.Path)
		j.scores = append(j.scores, s)
	}
	if err != nil {
		file, _ := j.c.Where()
		j.errs = append(j.errs, &strict.Error{File: file, Line: t.Line(), Err: fmt.Errorf("%s: %w", v.place, err)})
	}
}

// whole adds what is measured of every case, whatever it expects.
func (j *caseJudge) whole() {
	begin := len(j.scores)
	for _, s := range j.scorers {
		if s.measure != nil {
			j.scores = s.measure(j.scores, j)
		}
	}
	for i := begin; i < len(j.scores); i++ {
		j.scores[i].Rests = j.rests.of(j.scores[i].Path)
	}
}

// Failures are the expectations that do not hold, a line each.
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
