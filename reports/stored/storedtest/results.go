package storedtest

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
)

// call is a step of a trace with an answer of this origin.
func call(o pipeline.Origin, tokens suites.Tokens) suites.Step {
	return suites.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: &suites.Call{Origin: o, Tokens: tokens}}
}

func fallback(stage string, reason pipeline.Reason) suites.Step {
	return suites.Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Fallback: &pipeline.Fallback{Stage: stage, Reason: reason, Tries: 1}}}
}

// EachKind are results of each status, with answers of each origin.
func EachKind() []*suites.Result {
	return []*suites.Result{
		{
			Suite: "a", Case: "ok", Status: suites.StatusOK,
			Changes: []suites.Change{{Status: suites.Unchanged}, {Status: suites.Changed}, {Status: suites.New}}, Pending: "goldens/a/ok.pending.yaml",
			Trace: &suites.Trace{Steps: []suites.Step{
				call(pipeline.Origin{Source: pipeline.SourceScripted}, suites.Tokens{Prompt: 10, Output: 1, Estimated: 11}),
				call(pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise}, suites.Tokens{Prompt: 20, Output: 2}),
				call(pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale}, suites.Tokens{Prompt: 30, Output: 3}),
				fallback("router", pipeline.Timeout), fallback("main", pipeline.Empty), fallback("router", pipeline.Malformed), fallback("router", pipeline.Timeout),
			}},
		},
		{Suite: "a", Case: "failed", Status: suites.StatusFailed, Failures: []string{"reply"}, Trace: &suites.Trace{Steps: []suites.Step{
			call(pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchMoved}, suites.Tokens{}),
			call(pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale, Carried: true}, suites.Tokens{}),
			call(pipeline.Origin{Source: pipeline.SourceImported, Match: pipeline.MatchFresh}, suites.Tokens{}),
		}}},
		{Suite: "a", Case: "gone", Status: suites.StatusOrphan, Changes: []suites.Change{{Status: suites.Missing}, {Status: suites.Missing}}},
		{Suite: "b", Case: "error", Status: suites.StatusError},
		{Suite: "b", Case: "bug", Status: suites.StatusError, Bug: true},
		{Suite: "b", Case: "skipped", Status: suites.StatusSkipped},
	}
}
