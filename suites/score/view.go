package score

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/jsonmatch"
	"github.com/beaver-eval/beaver-eval/suites/trace"
	"github.com/beaver-eval/beaver-eval/suites/vocabulary"
)

// view is what happened in one turn.
type view struct {
	place   string
	outcome *pipeline.Outcome // nil: the turn did not come to its end
	steps   []trace.Step      // in the order of the tree
	stages  map[pipeline.Decides][]string
	known   vocabulary.Vocabulary
	budget  *jsonmatch.Budget
}

// newView looks at the turn at a place.
func newView(t *trace.Trace, place string) *view {
	v := &view{place: place}
	for i := range t.Outcomes {
		if t.Outcomes[i].Place == place {
			v.outcome = &t.Outcomes[i].Outcome
		}
	}
	for _, s := range t.Steps {
		if s.Path == place || strings.HasPrefix(s.Path, place+"/") {
			v.steps = append(v.steps, s)
		}
	}
	return v
}

// below is a path of the turn without the turn.
func (v *view) below(path string) string { return strings.TrimPrefix(path, v.place+"/") }

// decided is the last decision of a stage at the turn's own place; where the stage decides nothing there, as one that
// only a team's nodes have, the last one below. nil: none.
func (v *view) decided(stage string) *trace.Step {
	var last *trace.Step
	for i := range slices.Backward(v.steps) {
		s := &v.steps[i]
		if s.Kind != pipeline.EntryDecided || s.Stage != stage {
			continue
		}
		if s.IsAt(v.place) {
			return s
		}
		if last == nil {
			last = s
		}
	}
	return last
}

// fallbacks are those of the turn, in order.
func (v *view) fallbacks() []*trace.Step {
	all := []*trace.Step{}
	for i := range v.steps {
		if v.steps[i].Kind == pipeline.EntryFallback {
			all = append(all, &v.steps[i])
		}
	}
	return all
}

// answer is what the user got to read in a turn: the replies, joined by a blank line.
func (v *view) answer() string {
	var texts []string
	for _, r := range v.outcome.Replies {
		if r.To == "" && r.Kind != pipeline.ReplySilent {
			texts = append(texts, r.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}
