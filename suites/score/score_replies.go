package score

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

func replyScorer() scorer {
	return scorer{metrics: shares("answer.replies"), score: scoreReplies}
}

// scoreReplies compares all replies of a turn, in order: addressee, kind, place and text. Its value is F1 over the
// replies that match an expected one, in any order; it holds only in order.
func scoreReplies(v *turnView, e *expect.Turn) ([]Score, error) {
	if e.Replies == nil || v.Outcome == nil { // scoreTurn reports that the turn did not end
		return nil, nil
	}
	want, got := *e.Replies, v.Outcome.Replies
	price := len(want) * len(got)
	for _, r := range got {
		price += len(want) * len(r.Text) / 10
	}
	if err := v.budget.Spend(price); err != nil {
		return nil, fmt.Errorf("replies: %w", err)
	}
	pairs, err := MostPairs(v.budget, len(want), len(got), func(i, j int) bool { return v.isReply(want[i], got[j]) })
	if err != nil {
		return nil, fmt.Errorf("replies: %w", err)
	}
	var w, g []string
	fit := 0
	for i, r := range want {
		w = append(w, spellExpectedReply(r))
		if pairs[i] >= 0 {
			fit++
		}
	}
	for _, r := range got {
		g = append(g, v.spellReply(r))
	}
	reason := fmt.Sprintf("replies: want %s, got %s", list(w), list(g))
	of := assertion{
		metric: "answer.replies", path: v.Place, holds: slices.EqualFunc(want, got, v.isReply),
		want: list(w), got: list(g), reason: reason,
	}
	if v.Outcome.Unknown {
		return []Score{of.undecided(noAnswer)}, nil
	}
	s := of.score()
	if !s.Holds {
		s.Value = Ratio(2*fit, len(want)+len(got))
	}
	return []Score{s}, nil
}

// isReply reports whether a reply is the expected one.
func (v *turnView) isReply(want expect.SingleReply, got pipeline.Reply) bool {
	return (want.To == nil || *want.To == got.To) &&
		(want.Kind == "" || want.Kind == kindOf(got)) &&
		(want.Path == "" || filter.Matches([]string{want.Path}, v.Below(got.Path))) &&
		(want.Text == nil || *want.Text == got.Text) &&
		!slices.ContainsFunc(want.Contains, func(part string) bool { return !strings.Contains(got.Text, part) })
}

// kindOf returns the kind of a reply, by default an answer.
func kindOf(r pipeline.Reply) string { return cmp.Or(r.Kind, pipeline.ReplyAnswer) }

func (v *turnView) spellReply(r pipeline.Reply) string {
	text := kindOf(r)
	if r.To != "" {
		text += fmt.Sprintf(" to %q", r.To)
	}
	if r.Path != "" {
		text += " at " + v.Below(r.Path)
	}
	return text + fmt.Sprintf(" %.200q", r.Text)
}

func spellExpectedReply(r expect.SingleReply) string {
	text := cmp.Or(r.Kind, "any")
	if r.To != nil {
		text += fmt.Sprintf(" to %q", *r.To)
	}
	if r.Path != "" {
		text += " at " + r.Path
	}
	if r.Text != nil {
		text += fmt.Sprintf(" %.200q", *r.Text)
	}
	for _, part := range r.Contains {
		text += fmt.Sprintf(" with %.200q", part)
	}
	return text
}
