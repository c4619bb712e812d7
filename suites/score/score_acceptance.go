package score

// scoreAcceptance reports whether there was work that a turn's acceptance could speak of. It is no expectation that a
// person writes: a turn that accepts or rejects cannot mean anything else. A system that tells nothing of acceptances
// has no score.
func scoreAcceptance(v *view, acceptance string) ([]Score, error) {
	if acceptance == "" {
		return nil, nil
	}
	for _, s := range v.steps {
		if s.Path != v.place || !s.IsAcceptance() {
			continue
		}
		met, err := s.AcceptanceMet()
		if err != nil {
			return nil, err
		}
		reason := "acceptance: " + acceptance + ", and no work is open: answers before it have opened none, or ended it"
		return []Score{yes("turn", "acceptance", v.place, met, "open work", "none", reason)}, nil
	}
	return nil, nil
}

// undecidedError is what a scorer says of an expectation about a decision that was not made.
type undecidedError struct{ stage, what string }

func (e *undecidedError) Error() string { return e.what }

// consequence is the failed score that stands in for the error where an acceptance without open work has led there.
func (e *undecidedError) consequence(place string, err error) Score {
	s := yes("turn", "decision", place, false, "a decision", "none", err.Error())
	s.By = e.stage
	return s
}
