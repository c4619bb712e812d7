package storedtest

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// call returns a step of a trace with an answer of this origin.
func call(o pipeline.Origin, tokens trace.Tokens) trace.Step {
	return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: &trace.Call{Origin: o, Tokens: tokens}}
}

func fallback(stage string, reason pipeline.Reason) trace.Step {
	return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback,
		Fallback: &pipeline.Fallback{Stage: stage, Reason: reason, Tries: 1}}}
}

// EachKind returns results of each status, with answers of each origin.
func EachKind() []*result.Result {
	return []*result.Result{
		{
			Suite: "a", Case: "ok", Status: result.StatusOK,
			Changes: []result.Change{{Status: result.Unchanged}, {Status: result.Changed}, {Status: result.New}},
			Pending: "goldens/a/ok.pending.yaml",
			Trace: &trace.Trace{Steps: []trace.Step{
				call(pipeline.Origin{Source: pipeline.SourceScripted}, trace.Tokens{Prompt: 10, Output: 1,
					Estimated: 11}),
				call(pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise},
					trace.Tokens{Prompt: 20, Output: 2}),
				call(pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale},
					trace.Tokens{Prompt: 30, Output: 3}),
				fallback("router", pipeline.Timeout), fallback("main", pipeline.Empty),
				fallback("router", pipeline.Malformed), fallback("router", pipeline.Timeout),
			}},
		},
		{Suite: "a", Case: "failed", Status: result.StatusFailed, Failures: []string{"reply"},
			Trace: &trace.Trace{Steps: []trace.Step{
				call(pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchMoved}, trace.Tokens{}),
				call(pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale, Carried: true},
					trace.Tokens{}),
				call(pipeline.Origin{Source: pipeline.SourceImported, Match: pipeline.MatchFresh}, trace.Tokens{}),
			}}},
		{Suite: "a", Case: "gone", Status: result.StatusOrphan,
			Changes: []result.Change{{Status: result.Missing}, {Status: result.Missing}}},
		{Suite: "b", Case: "error", Status: result.StatusError},
		{Suite: "b", Case: "bug", Status: result.StatusError, Bug: true},
		{Suite: "b", Case: "skipped", Status: result.StatusSkipped},
	}
}
