package score

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// reviewed is the decision about a draft that waited for a review.
type reviewed struct {
	Asked   string `json:"asked"`
	Outcome string `json:"outcome"`
	Why     string `json:"why"`
}

// scoreReview compares what has become of a draft with what is expected.
func scoreReview(v *turnView, want *expect.Draft) ([]Score, error) {
	if want.Review == "" {
		return nil, nil
	}
	got, d, err := trace.Decision[reviewed](v.TurnView, pipeline.DecidesReview, "", "reviewed")
	if err != nil {
		return nil, fmt.Errorf("draft: %w", err)
	}
	reason := fmt.Sprintf("draft: want the review %s, got %s", want.Review, got.Outcome)
	if got.Why != "" {
		reason += ": " + got.Why
	}
	return []Score{assertion{
		metric: "learning.review", path: d.Path, holds: got.Outcome == want.Review,
		want: want.Review, got: got.Outcome, reason: reason,
	}.score()}, nil
}

// measureReviews looks at every draft that should be published: whether the library has it then.
func measureReviews(scores []Score, t *trace.Trace, stages []string) []Score {
	for _, s := range t.Steps {
		if !s.IsDecision(pipeline.DecidesReview, stages) {
			continue
		}
		var r reviewed
		if json.Unmarshal(s.Value, &r) != nil || r.Asked != pipeline.Published {
			continue
		}
		published := share("learning.published", s.Path, 1, "the draft is a skill of the library now")
		if published.Got = r.Outcome; r.Outcome != pipeline.Published {
			published.Value, published.Reason = 0, "not published, outcome "+r.Outcome+": "+r.Why
		}
		scores = append(scores, published)
	}
	return scores
}
