package score

import (
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// scoreAcceptance scores whether a turn's acceptance found open work. Nobody writes this expectation: a turn that
// accepts or rejects implies it. A system that reports no acceptances has no score.
func scoreAcceptance(v *turnView, acceptance string) ([]Score, error) {
	if acceptance == "" {
		return nil, nil
	}
	for _, s := range v.Steps {
		if s.Path != v.Place || !s.IsAcceptance() {
			continue
		}
		met, err := s.AcceptanceMet()
		if err != nil {
			return nil, err
		}
		reason := "acceptance: " + acceptance + ", but no work is open: earlier answers opened none, or ended it"
		return []Score{assertion{
			metric: "turn.acceptance", path: v.Place, holds: met,
			want: "open work", got: "none", reason: reason,
		}.score()}, nil
	}
	return nil, nil
}

// consequence returns the failed score that replaces an error caused by an acceptance without open work.
func consequence(undecided *trace.UndecidedError, place string, err error) Score {
	s := assertion{
		metric: "turn.decision", path: place, holds: false,
		want: "a decision", got: "none", reason: err.Error(),
	}.score()
	s.Facet = undecided.Stage
	return s
}
