package trace

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// IsAcceptance reports whether the step is a system's event about an acceptance.
func (s *Step) IsAcceptance() bool {
	return s.Kind == pipeline.EntryEvent && s.Stage == pipeline.EventAcceptance
}

// AcceptanceMet reports whether the event names the accepted work.
func (s *Step) AcceptanceMet() (bool, error) {
	var e struct {
		Task string `json:"task"`
	}
	if err := json.Unmarshal(s.Value, &e); err != nil {
		return false, fmt.Errorf("the event %s at %s: %w", s.Stage, s.Path, err)
	}
	return e.Task != "", nil
}

// UnmetAcceptance reports whether an acceptance of the trace found no open work. A model's answers led there, so they
// cause later misses too.
func (t *Trace) UnmetAcceptance() bool {
	for i := range t.Steps {
		if s := &t.Steps[i]; s.IsAcceptance() {
			if met, err := s.AcceptanceMet(); err == nil && !met {
				return true
			}
		}
	}
	return false
}
