package overview

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Calls sent to a server are counted by outcome, and the window is kept as long as all have one size.
func TestAsked(t *testing.T) {
	call := func(match pipeline.Match, reason pipeline.Reason, window int) trace.Step {
		c := &trace.Call{Origin: pipeline.Origin{Source: pipeline.SourceOllama, Match: match}}
		c.Request.Options.NumCtx = &window
		if reason != "" {
			c.Failure = &pipeline.Failure{Reason: reason}
		}
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: c}
	}
	const live = pipeline.MatchLive
	caseOf := func(steps ...trace.Step) *rows.Case {
		return rows.NewCase(&result.Result{Suite: "s", Trace: &trace.Trace{Steps: steps}})
	}
	one := caseOf(call(live, "", 2048), call(live, pipeline.Overflow, 2048), call(live, pipeline.Timeout, 2048),
		call(pipeline.MatchFresh, "", 2048), call(pipeline.MatchStale, pipeline.Overflow, 1))
	two := caseOf(call(live, pipeline.Transport, 2048), call(live, pipeline.Unavailable, 2048),
		call(live, pipeline.Overflow, 2048))
	other := caseOf(call(live, pipeline.Overflow, 4096))
	for _, tt := range []struct {
		cases []*rows.Case
		want  Asked
	}{
		{nil, Asked{}},
		{[]*rows.Case{caseOf(call(pipeline.MatchFresh, "", 1)), rows.NewCase(&result.Result{})}, Asked{}},
		{[]*rows.Case{one, two}, Asked{6, 1, 2, 1, 2, 2048}},
		{[]*rows.Case{one, other}, Asked{4, 1, 2, 1, 0, 0}},
		{[]*rows.Case{one, other, two}, Asked{7, 1, 3, 1, 2, 0}},
	} {
		o := New(nil)
		for _, c := range tt.cases {
			o.Add(c)
		}
		if d := cmp.Diff(tt.want, o.Total.Asked); d != "" {
			t.Errorf("%d cases (-want +got):\n%s", len(tt.cases), d)
		}
	}
}
