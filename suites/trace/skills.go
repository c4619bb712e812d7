package trace

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Selection describes the choice of a run's skills.
type Selection struct {
	Path       string   // of the last call, or the place
	Candidates []string // of the retrieval, best first
	Chosen     []string
	Invented   []string // names that are not candidates
	decided    bool
}

// Selection returns how the skills of the run at a place were chosen. A run that could not choose has an empty choice.
func (v *TurnView) Selection(place string) (Selection, error) {
	stages := v.stages[pipeline.DecidesSkills]
	sel := Selection{Path: place}
	found := false
	for _, s := range v.Steps {
		switch {
		case s.Kind == pipeline.EntryEvent && s.Stage == pipeline.EventCandidates && s.Path == place:
			var list []struct{ Name string }
			if err := json.Unmarshal(s.Value, &list); err != nil {
				return sel, fmt.Errorf("the candidates at %s: %w", place, err)
			}
			// A node's resolver has candidates too: the last ones are the run's.
			found, sel = true, Selection{Path: place}
			for _, c := range list {
				sel.Candidates = append(sel.Candidates, c.Name)
			}
		case s.IsDecision(pipeline.DecidesSkills, stages) && s.IsAt(place):
			found, sel.Path, sel.decided = true, s.Path, true
			if err := json.Unmarshal(s.Value, &sel.Chosen); err != nil {
				return sel, fmt.Errorf("the decision of %s: %w", s.Stage, err)
			}
		case s.Fallback != nil && s.Fallback.Reason == pipeline.UnknownName && s.Fallback.Detail != "" && s.IsAt(place):
			sel.Invented = append(sel.Invented, strings.Split(s.Fallback.Detail, ", ")...)
		}
	}
	if !found {
		return sel, v.undecided(pipeline.DecidesSkills, "no skills were looked for at "+place)
	}
	if !sel.decided && v.Outcome == nil {
		return sel, v.undecided(pipeline.DecidesSkills, "the turn did not come to the choice of skills at "+place)
	}
	return sel, nil
}
