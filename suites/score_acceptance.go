package suites

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// scoreAcceptance says whether there was work that a turn's acceptance could speak of. It is no expectation that a
// person writes: a turn that accepts or rejects cannot mean anything else. A system that tells nothing of acceptances
// has no score.
func scoreAcceptance(v *view, acceptance string) ([]Score, error) {
	if acceptance == "" {
		return nil, nil
	}
	for _, s := range v.steps {
		if s.Path != v.place || !isAcceptance(s) {
			continue
		}
		met, err := acceptanceMet(s)
		if err != nil {
			return nil, err
		}
		reason := "acceptance: " + acceptance + ", and no work is open: answers before it have opened none, or ended it"
		return []Score{yes("turn", "acceptance", v.place, met, "open work", "none", reason)}, nil
	}
	return nil, nil
}

func isAcceptance(s Step) bool {
	return s.Kind == pipeline.EntryEvent && s.Stage == pipeline.EventAcceptance
}

// acceptanceMet reports whether the event names the work that it is about.
func acceptanceMet(s Step) (bool, error) {
	var e struct {
		Task string `json:"task"`
	}
	if err := json.Unmarshal(s.Value, &e); err != nil {
		return false, fmt.Errorf("the event %s at %s: %w", s.Stage, s.Path, err)
	}
	return e.Task != "", nil
}

// unmetAcceptance reports whether an acceptance of the trace has found no open work. A model's answers have led there,
// so calls that nothing answers behind it are their doing too.
func (t *Trace) unmetAcceptance() bool {
	for _, s := range t.Steps {
		if isAcceptance(s) {
			if met, err := acceptanceMet(s); err == nil && !met {
				return true
			}
		}
	}
	return false
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
