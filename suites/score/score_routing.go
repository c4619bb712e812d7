package score

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Labels of routing, by what people say of them.
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

// scoreRouting holds what a message was routed to, a fallback's action too, against its label. The confusion matrix,
// and precision, recall and F1 of each action, are made of these scores (confusion.go).
func scoreRouting(v *view, e *expect.Turn) ([]Score, error) {
	if e.Route == nil {
		return nil, nil
	}
	got, d, err := decision[struct{ Action, Asked string }](v, pipeline.DecidesRoute, e.Route.At, "routed")
	if err != nil {
		return nil, fmt.Errorf("route: %w", err)
	}
	want := e.Route
	holds := got.Action == want.Action || slices.Contains(want.Alternatives, got.Action)
	right := strings.Join(append([]string{want.Action}, want.Alternatives...), " or ")
	reason := fmt.Sprintf("route: want %s, got %s", right, got.Action)
	s := yes("routing", "accuracy", d.Path, holds, want.Action, got.Action, reason)
	s.By, s.Others = LabelHard, want.Alternatives
	if want.Soft {
		s.By = LabelSoft
	}
	if got.Action != want.Action && holds {
		s.Reason = fmt.Sprintf("%s is as right as %s", got.Action, want.Action)
	}
	if got.Asked != "" {
		s.Reason += fmt.Sprintf("; the model said %s", got.Asked)
	}
	for _, f := range v.fallbacks() {
		if sameDecision(f, d) {
			s.Reason += fmt.Sprintf("; by the fallback after %s", f.Fallback.Reason)
		}
	}
	return []Score{s}, nil
}
