package score

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// In a turn without an end, decisions are evaluated, expectations about the whole turn are not, and a choice not made
// is no choice.
func TestScoresOfATurnWithoutAnEnd(t *testing.T) {
	cut := worked()
	cut.Outcomes = nil
	undecided := &trace.Trace{Steps: []trace.Step{{Entry: pipeline.Entry{
		Kind: pipeline.EntryEvent, Path: "turn-1", Stage: pipeline.EventCandidates, Value: []byte(`[{"name":"s1"}]`),
	}}}}
	for _, tt := range []struct {
		trace            *trace.Trace
		expect, want, no string
	}{
		{cut, "tools: [find, find, book]", "turn.ended 0 fails", ""},
		{cut, "tools: []\nfallbacks: []\nreply: Hello", "turn.ended 0 fails", ""},
		{cut, "calls: []\ndecisions: {router: {action: continue_task}}",
			"turn.ended 0 fails; turn.decision[router] 1 holds", ""},
		{cut, "decisions: {router: {action: new_task}}", "turn.decision[router] 0 fails", ""},
		{cut, "route: continue_task", "routing.accuracy[hard] 1 holds", ""},
		{undecided, "skills: []", "", "the turn did not come to the choice of skills at turn-1"},
	} {
		scores, errs := evaluated(t, tt.expect, tt.trace)
		var got []string
		for _, s := range scores {
			if s.Turn != "" {
				got = append(got, spelled(s))
			}
		}
		if d := cmp.Diff(tt.want, strings.Join(got, "; ")); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.expect, d)
		}
		if err := errors.Join(errs...); (err == nil) != (tt.no == "") ||
			err != nil && !strings.Contains(err.Error(), tt.no) {
			t.Errorf("%s: %v, want %q", tt.expect, err, tt.no)
		}
	}
	undecided.Outcomes = []trace.Outcome{{Place: "turn-1"}} // a run that could not choose has chosen nothing
	if got := failed(t, caseThatExpects(t, "skills: []"), undecided); len(got) > 0 {
		t.Errorf("%q", got)
	}
}
