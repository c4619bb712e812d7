package trace

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// TurnView is what happened in one turn.
type TurnView struct {
	Place   string
	Outcome *pipeline.Outcome // nil: the turn did not end
	Steps   []Step            // of the system, in the order of the tree
	Judged  []Step            // of the judges of its reply

	stages map[pipeline.Decides][]string // of the system, by what they decide
}

// NewTurn returns the view of the turn at a place. stages are the system's, by what they decide.
func NewTurn(t *Trace, place string, stages map[pipeline.Decides][]string) *TurnView {
	v := &TurnView{Place: place, stages: stages}
	for i := range t.Outcomes {
		if t.Outcomes[i].Place == place {
			v.Outcome = &t.Outcomes[i].Outcome
		}
	}
	for _, s := range t.Steps {
		switch {
		case s.Path != place && !strings.HasPrefix(s.Path, place+"/"):
		case s.Judges():
			v.Judged = append(v.Judged, s)
		default:
			v.Steps = append(v.Steps, s)
		}
	}
	return v
}

// Below returns a path of the turn without the turn.
func (v *TurnView) Below(path string) string { return strings.TrimPrefix(path, v.Place+"/") }

// Fallbacks returns the fallbacks of the turn, in order.
func (v *TurnView) Fallbacks() []*Step {
	all := []*Step{}
	for i := range v.Steps {
		if v.Steps[i].Kind == pipeline.EntryFallback {
			all = append(all, &v.Steps[i])
		}
	}
	return all
}

// Answer returns the replies of a finished turn to the user.
func (v *TurnView) Answer() string { return ReplyOf(v.Outcome) }

// ReplyOf returns the replies of a turn to the user, joined by a blank line.
func ReplyOf(out *pipeline.Outcome) string {
	var texts []string
	for _, r := range out.Replies {
		if r.To == "" && r.Kind != pipeline.ReplySilent {
			texts = append(texts, r.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}
