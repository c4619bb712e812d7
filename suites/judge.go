package suites

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// judge holds a case against what it expects, turn by turn, and measures what needs no expectation. The errors say what
// cannot be evaluated.
func (s *Suite) judge(ctx context.Context, c *fixtures.Case, t *Trace) ([]Score, []error) {
	j := &judge{
		suite: s, c: c, trace: t, budget: newBudget(ctx),
		stages: map[pipeline.Decides][]string{}, rests: newRests(t), scores: make([]Score, 0, manyScores),
	}
	for _, st := range s.system.Stages() {
		for _, what := range st.Decides {
			j.stages[what] = append(j.stages[what], st.Name)
		}
	}
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

type judge struct {
	suite  *Suite
	c      *fixtures.Case
	trace  *Trace
	budget *budget
	stages map[pipeline.Decides][]string
	rests  *rests
	unmet  bool // an acceptance has found no open work, in this turn or before
	scores []Score
	errs   []error
}

func (j *judge) turn(t *fixtures.Turn, place string) {
	if t.Acceptance == "" && t.Expect == nil && t.Labels == nil {
		return
	}
	v := newView(j.trace, place)
	v.stages, v.known, v.embed, v.budget = j.stages, j.suite.known, j.suite.embedder, j.budget
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
func (j *judge) hold(t *fixtures.Turn, v *view, e *fixtures.Expect, required bool) {
	if e == nil {
		return
	}
	for _, score := range []scorer{
		scoreTurn, scoreAnswer, scoreReplies, scoreFallbacks, scoreRouting, scorePlanning, scoreSkills, scoreTools,
		scoreDraft,
	} {
		scores, err := score(v, e)
		if u, ok := errors.AsType[*undecidedError](err); ok && j.unmet {
			scores, err = append(scores, u.consequence(v.place, err)), nil
		}
		j.add(t, v, scores, err, required)
	}
}

// add keeps the scores of one scorer with what they are about, and what it could not evaluate.
func (j *judge) add(t *fixtures.Turn, v *view, scores []Score, err error, required bool) {
	for _, s := range scores {
		s.Turn, s.Line, s.Required = v.place, t.Line(), required && s.Expected
		s.Rests = j.rests.of(s.Path)
		j.scores = append(j.scores, s)
	}
	if err != nil {
		file, _ := j.c.Where()
		j.errs = append(j.errs, &inputError{fmt.Errorf("%s:%d: %s: %w", file, t.Line(), v.place, err)})
	}
}

// whole adds what is measured of every case, whatever it expects. Each measure appends its scores to those that there
// are.
func (j *judge) whole() {
	begin := len(j.scores)
	j.scores = measureTools(j.scores, j.trace)
	j.scores = measureLearning(j.scores, j.trace, j.stages[pipeline.DecidesDraft])
	j.scores = measureContext(j.scores, j.trace)
	j.scores = measureCost(j.scores, j.trace, j.suite.Prices)
	for i := begin; i < len(j.scores); i++ {
		j.scores[i].Rests = j.rests.of(j.scores[i].Path)
	}
}

// failures are the expectations that do not hold, a line each.
func failures(c *fixtures.Case, scores []Score) []string {
	var lines []string
	file, _ := c.Where()
	for _, s := range scores {
		if s.Required && !s.Holds {
			lines = append(lines, fmt.Sprintf("%s:%d: %s: %s", file, s.Line, s.Turn, s.Reason))
		}
	}
	return lines
}
