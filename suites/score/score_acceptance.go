package score

import (
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// scoreAcceptance reports whether there was work that a turn's acceptance could speak of. It is no expectation that a
// person writes: a turn that accepts or rejects cannot mean anything else. A system that tells nothing of acceptances
// has no score.
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
		reason := "acceptance: " + acceptance + ", and no work is open: answers before it have opened none, or ended it"
		return []Score{assertion{
			metric: "turn.acceptance", path: v.Place, holds: met,
			want: "open work", got: "none", reason: reason,
		}.score()}, nil
	}
	return nil, nil
}

// consequence returns the failed score that stands in for the error where an acceptance without open work has led
// there.
func consequence(undecided *trace.UndecidedError, place string, err error) Score {
	s := assertion{
		metric: "turn.decision", path: place, holds: false,
		want: "a decision", got: "none", reason: err.Error(),
	}.score()
	s.Facet = undecided.Stage
	return s
}
