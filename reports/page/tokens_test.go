package page

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// askedStep is a call whose prompt took so many tokens, as a model has counted or, if estimated, as it was estimated.
func askedStep(path, stage string, prompt, output, estimated int, req pipeline.Request) trace.Step {
	return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Stage: stage}, Call: &trace.Call{
		Path: path, Stage: stage, Request: req,
		Tokens: trace.Tokens{Prompt: prompt, Output: output, Estimated: estimated},
	}}
}

// The parts of a stage's prompts add up to them, in proportion to their estimates, and the sources of a part to it.
func TestTokens(t *testing.T) {
	template := pipeline.TextSource{Kind: pipeline.TextTemplate, Name: "main.tmpl", Path: "prompts/main.tmpl"}
	said := pipeline.TextSource{Kind: pipeline.TextCase, Name: "turns[3].user"}
	answer := pipeline.TextSource{Kind: pipeline.TextAnswer, Name: "turn-1/router", Define: "router"}
	rules := pipeline.NewSection("Rules", template.Of("sixteen letters.")) // 4 tokens
	user := pipeline.NewSection("", pipeline.JoinPieces(said.Of("12345678"), answer.Of("abcdefgh")))
	req := pipeline.Request{
		Messages: []pipeline.Message{{Role: pipeline.RoleSystem, Sections: []pipeline.Section{rules}},
			{Role: pipeline.RoleUser, Sections: []pipeline.Section{user}}},
		Tools: []pipeline.Tool{{Name: "look", Description: "12345678", Parameters: []byte("{}")}}, // 4 tokens
	}
	steps := []trace.Step{
		askedStep("turn-1/main-1", "main", 12, 3, 15, req),
		askedStep("turn-1/main-2", "main", 13, 3, 3, req), // counted: one more than was estimated
		askedStep("turn-1/router", "router", 7, 1, 8, pipeline.Request{}),
	}
	run := storedtest.Record(t, t.TempDir(), stored.Info{}, &result.Result{Suite: "s", System: "beaver", Case: "c",
		Status: result.StatusOK, Trace: &trace.Trace{Steps: steps}})
	got, err := ofTokens(t.Context(), run, map[string]string{"s": "beaver"})
	if err != nil {
		t.Fatal(err)
	}
	file := TokenSource{Kind: "template", Name: "main.tmpl", Path: "prompts/main.tmpl"}
	want := &Tokens{
		TokenSums: TokenSums{Calls: 3, Prompt: 32, Output: 7, Estimated: 26},
		Stages: []TokenStage{
			{System: "beaver", Stage: "main", Largest: 13,
				TokenSums: TokenSums{Calls: 2, Prompt: 25, Output: 6, Estimated: 18},
				Parts: []TokenPart{
					{Kind: "section", Tokens: 9, Calls: 2, Sources: []TokenSource{
						{Kind: "answer", Name: "router", Tokens: 5}, {Kind: "case", Name: "turns[].user", Tokens: 4}}},
					{Kind: "section", Name: "Rules", Tokens: 8, Calls: 2, Sources: []TokenSource{with(file, 8, 0)}},
					{Kind: "tools", Tokens: 8, Calls: 2, Sources: []TokenSource{{Kind: "tools", Tokens: 8}}},
				}},
			{System: "beaver", Stage: "router", Largest: 7,
				TokenSums: TokenSums{Calls: 1, Prompt: 7, Output: 1, Estimated: 8},
				Parts: []TokenPart{{Kind: "unknown", Tokens: 7, Calls: 1,
					Sources: []TokenSource{{Kind: "unknown", Tokens: 7}}}}},
		},
		Sources: []TokenSource{with(file, 8, 1), {Kind: "tools", Tokens: 8, Stages: 1},
			{Kind: "unknown", Tokens: 7, Stages: 1},
			{Kind: "answer", Name: "router", Tokens: 5, Stages: 1},
			{Kind: "case", Name: "turns[].user", Tokens: 4, Stages: 1}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func with(s TokenSource, tokens, stages int) TokenSource {
	s.Tokens, s.Stages = tokens, stages
	return s
}

// A divided number is the sum of its parts, each of which is its share but for less than one.
func TestApportion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.IntRange(0, 1e9).Draw(t, "whole")
		weights := rapid.SliceOfN(rapid.Float64Range(0, 1e9), 1, 50).Draw(t, "weights")
		sum, of := 0, 0.0
		for _, w := range weights {
			of += w
		}
		parts := apportion(whole, weights)
		for i, n := range parts {
			sum += n
			if exact := weights[i] / of * float64(whole); of > 0 && math.Abs(float64(n)-exact) > 1.001 {
				t.Errorf("part %d is %d, its share %v", i, n, exact)
			}
		}
		if of > 0 && sum != whole {
			t.Errorf("%v add up to %d, want %d", parts, sum, whole)
		}
	})
}

// What a list leaves out is counted.
func TestFirstOf(t *testing.T) {
	of := func(tokens ...int) (all []TokenSource) {
		for _, n := range tokens {
			all = append(all, TokenSource{Tokens: n})
		}
		return all
	}
	for _, c := range []struct {
		all, first []TokenSource
		rest       *TokenRest
	}{
		{nil, nil, nil},
		{of(5, 4), of(5, 4), nil},
		{of(5, 4, 3, 2), of(5, 4), &TokenRest{Number: 2, Tokens: 5}},
	} {
		first, rest := firstOf(c.all, 2, TokenSource.size)
		if d := cmp.Diff(c.first, first) + cmp.Diff(c.rest, rest); d != "" {
			t.Errorf("%v (-want +got):\n%s", c.all, d)
		}
	}
}
