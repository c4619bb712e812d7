package score

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func toolScorer() scorer {
	return scorer{
		metrics: slices.Concat(
			shares("tools.arguments", "tools.budget", "tools.no_repeated_failures"),
			metrics(
				Share, 0, 1, OneOf(expect.MatchExact, expect.MatchInOrder, expect.MatchAnyOrder, expect.MatchSubset),
				"tools.trajectory",
			),
			counts("tools.calls", "tools.failed", "tools.over_budget", "tools.repeated_failures"),
		),
		check:   func(_ string, _ int, e *expect.Turn) error { return checkTools(e.Tools) },
		score:   scoreTools,
		measure: func(scores []Score, ev *evaluation) []Score { return measureTools(scores, ev.trace) },
	}
}

// scoreTools compares the tool calls of a turn, in the order of the tree, with the expected ones: the trajectory by the
// tools' names, then the arguments of paired calls.
func scoreTools(v *turnView, e *expect.Turn) ([]Score, error) {
	if e.Tools == nil || v.Outcome == nil { // scoreTurn reports that the turn did not end
		return nil, nil
	}
	uses := trace.ToolUses(v.Steps)
	var scores []Score
	var errs []error
	if e.Tools.Calls != nil {
		made, err := scoreCalls(v, e.Tools.Match, *e.Tools.Calls, uses)
		scores, errs = append(scores, made...), append(errs, err)
	}
	if most := e.Tools.MaxCalls; most != nil {
		n := len(uses)
		s := assertion{
			metric: "tools.budget", path: v.Place, holds: n <= *most,
			want: strconv.Itoa(*most), got: strconv.Itoa(n),
			reason: fmt.Sprintf("tools: want at most %d calls, got %d", *most, n),
		}.score()
		scores = append(scores, s)
	}
	if most := e.Tools.RepeatedFailures; most != nil {
		repeated := trace.RepeatedFailures(uses)
		s := assertion{
			metric: "tools.no_repeated_failures", path: v.Place, holds: len(repeated) <= *most,
			want: strconv.Itoa(*most), got: strconv.Itoa(len(repeated)),
			reason: fmt.Sprintf(
				"tools: want at most %d repeated failures, got %d: %s", *most, len(repeated), list(repeated),
			),
		}.score()
		scores = append(scores, s)
	}
	return scores, errors.Join(errs...)
}

// scoreCalls compares the calls made with the expected ones.
func scoreCalls(v *turnView, match string, matches []expect.ToolCall, uses []trace.ToolUse) ([]Score, error) {
	want, err := ExpectedCalls(matches)
	if err != nil {
		return nil, fmt.Errorf("tools: %w", err)
	}
	pairs, err := ToolCalls(v.budget, match, want, uses)
	if err != nil {
		return nil, fmt.Errorf("tools: %w", err)
	}
	args, err := arguments(v.budget, want, uses, pairs)
	return append([]Score{trajectory(v.Place, match, want, uses, pairs)}, args...), err
}

// trajectory is 1 if the names are as expected, else the share of the expected calls that were made; for exact and
// subset, which allow no others, the share of paired calls among all calls on either side.
func trajectory(place, match string, want []ExpectedCall, uses []trace.ToolUse, pairs []int) Score {
	made := 0
	for _, p := range pairs {
		if p >= 0 {
			made++
		}
	}
	all, others := made == len(want), len(uses)-made
	var holds bool
	switch match {
	case expect.MatchInOrder, expect.MatchAnyOrder:
		holds = all
	case expect.MatchSubset:
		holds = others == 0
	default:
		holds = all && others == 0
	}
	var w, g []string
	for _, m := range want {
		w = append(w, m.Name)
	}
	for _, u := range uses {
		g = append(g, u.Call.Name)
	}
	how := match
	if how == "" {
		how = expect.MatchExact
	}
	s := assertion{
		metric: "tools.trajectory", path: place, holds: holds,
		want: list(w), got: list(g), reason: fmt.Sprintf("tools: want %s (%s), got %s", list(w), how, list(g)),
	}.score()
	if s.Facet = how; !holds {
		s.Value = Ratio(made, len(want))
		if match != expect.MatchInOrder && match != expect.MatchAnyOrder {
			s.Value = Ratio(2*made, len(want)+len(uses))
		}
	}
	return s
}

// arguments returns a score for each expected call with arguments that was made.
func arguments(b *Budget, want []ExpectedCall, uses []trace.ToolUse, pairs []int) ([]Score, error) {
	var scores []Score
	for i := range want {
		w := &want[i]
		if w.Arguments == nil || pairs[i] < 0 {
			continue
		}
		u := uses[pairs[i]]
		wrong, err := w.Wrong(b, u)
		if err != nil {
			return scores, fmt.Errorf("tools: %s: %w", w.Name, err)
		}
		reason := fmt.Sprintf("tools: %s: %s", w.Name, wrong)
		forms := u.Forms()
		said := forms[len(forms)-1]
		s := assertion{
			metric: "tools.arguments", path: u.Path, holds: wrong == "",
			want: string(w.Arguments.JSON()), got: said.Arguments, reason: reason,
		}.score()
		scores = append(scores, s)
	}
	return scores, nil
}

// measureTools counts, in a case that calls tools, the calls, those that failed, those that repeat a failure, and the
// runs that used up their budget.
func measureTools(scores []Score, t *trace.Trace) []Score {
	uses := trace.ToolUses(t.Steps)
	if len(uses) == 0 {
		return scores
	}
	failed, over := 0, 0
	for _, u := range uses {
		if u.Result.Failed {
			failed++
		}
	}
	for _, f := range t.Fallbacks() {
		if f.Reason == pipeline.ToolBudget {
			over++
		}
	}
	repeated := trace.RepeatedFailures(uses)
	again := count("tools.repeated_failures", "", len(repeated), "no call repeats one that has failed")
	if len(repeated) > 0 {
		again.Path, again.Reason = repeated[0], "calls that repeat one that has failed: "+list(repeated)
	}
	return append(scores,
		count("tools.calls", "", len(uses), wording.Number(len(uses), "tool call")),
		count("tools.failed", "", failed, fmt.Sprintf("%d of %d tool calls failed", failed, len(uses))),
		again,
		count("tools.over_budget", "", over,
			wording.Number(over, "run")+" used up "+wording.Plural(over, "its", "their")+" tool calls"),
	)
}

func checkTools(e *expect.Tools) error {
	if e == nil || e.Calls == nil {
		return nil
	}
	var errs []error
	for _, w := range *e.Calls {
		if w.Compare == expect.CompareSchema && w.Arguments != nil {
			_, err := CompileSchema(w.Arguments)
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
