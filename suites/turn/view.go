// Package turn reads what happened in one turn of a trace: its calls, decisions, plan, choice of skills, tool calls,
// fallbacks and answer.
package turn

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// View is what happened in one turn.
type View struct {
	Place   string
	Outcome *pipeline.Outcome // nil: the turn did not come to its end
	Steps   []trace.Step      // in the order of the tree

	stages map[pipeline.Decides][]string // of the system, by what they decide
}

// New returns the view of the turn at a place. stages are those of the system, by what they decide.
func New(t *trace.Trace, place string, stages map[pipeline.Decides][]string) *View {
	v := &View{Place: place, stages: stages}
	for i := range t.Outcomes {
		if t.Outcomes[i].Place == place {
			v.Outcome = &t.Outcomes[i].Outcome
		}
	}
	for _, s := range t.Steps {
		if s.Path == place || strings.HasPrefix(s.Path, place+"/") {
			v.Steps = append(v.Steps, s)
		}
	}
	return v
}

// Below returns a path of the turn without the turn.
func (v *View) Below(path string) string { return strings.TrimPrefix(path, v.Place+"/") }

// Fallbacks returns those of the turn, in order.
func (v *View) Fallbacks() []*trace.Step {
	all := []*trace.Step{}
	for i := range v.Steps {
		if v.Steps[i].Kind == pipeline.EntryFallback {
			all = append(all, &v.Steps[i])
		}
	}
	return all
}

// Answer returns what the user got to read in a turn that came to its end: the replies, joined by a blank line.
func (v *View) Answer() string {
	var texts []string
	for _, r := range v.Outcome.Replies {
		if r.To == "" && r.Kind != pipeline.ReplySilent {
			texts = append(texts, r.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}
