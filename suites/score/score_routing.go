package score

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Kinds of routing labels.
const (
	LabelHard = "hard" // one action is right
	LabelSoft = "soft" // the alternatives are right too
)

func routingScorer() scorer {
	return scorer{
		metrics: metrics(Share, 0, 1, OneOf(LabelHard, LabelSoft), "routing.accuracy"),
		score:   scoreRouting,
	}
}

// scoreRouting compares the action to which a message was routed, possibly by a fallback, with its label. The confusion
// matrix, and precision, recall and F1 of each action, are computed from these scores (confusion.go).
func scoreRouting(v *turnView, e *expect.Turn) ([]Score, error) {
	if e.Route == nil {
		return nil, nil
	}
	type route struct{ Action, Asked string }
	got, d, err := trace.Decision[route](v.TurnView, pipeline.DecidesRoute, e.Route.At, "routed")
	if err != nil {
		return nil, fmt.Errorf("route: %w", err)
	}
	want := e.Route
	holds := got.Action == want.Action || slices.Contains(want.Alternatives, got.Action)
	right := strings.Join(append([]string{want.Action}, want.Alternatives...), " or ")
	reason := fmt.Sprintf("route: want %s, got %s", right, got.Action)
	s := assertion{
		metric: "routing.accuracy", path: d.Path, holds: holds,
		want: want.Action, got: got.Action, reason: reason,
	}.score()
	s.Facet, s.Others = LabelHard, want.Alternatives
	if want.Soft {
		s.Facet = LabelSoft
	}
	if got.Action != want.Action && holds {
		s.Reason = fmt.Sprintf("%s is as right as %s", got.Action, want.Action)
	}
	if got.Asked != "" {
		s.Reason += fmt.Sprintf("; the model said %s", got.Asked)
	}
	for _, f := range v.Fallbacks() {
		if trace.IsFallbackOf(f, d) {
			s.Reason += fmt.Sprintf("; by the fallback after %s", f.Fallback.Reason)
		}
	}
	return []Score{s}, nil
}

// ByAction is the Facet of the routing stage's actions, soft/ACTION for soft labels.
func ByAction(v trace.Vocabulary, _, action string) error {
	stages := v.Deciding(pipeline.DecidesRoute)
	if len(stages) == 0 {
		return fmt.Errorf("%s has no stage that routes", v.System)
	}
	return v.Decision(stages, "action", strings.TrimPrefix(action, LabelSoft+"/"))
}
