package runner

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// grow adds so many characters to the last section of a request.
func grow(characters int) func(*pipeline.Request) string {
	return func(r *pipeline.Request) string {
		for i := len(r.Messages) - 1; i >= 0; i-- {
			if n := len(r.Messages[i].Sections); n > 0 {
				r.Messages[i].Sections[n-1].Text += strings.Repeat("word ", characters/5)
				return "grown"
			}
		}
		return ""
	}
}

// counts gives every answer of a recording the counts of a server.
func counts(rec *model.Recording) {
	for i := range rec.Lines {
		l := &rec.Lines[i]
		l.Response.Usage = pipeline.Usage{Prompt: l.Request.EstimatedTokens() + 50, Completion: 7}
	}
}

// sized holds the measures of one call of a case and of its stage.
type sized struct{ prompt, stage, money, use float64 }

// measured returns the scores of a trace regardless of expectations, at a price of a millionth for a token of any
// model.
func measured(t *trace.Trace) []score.Score {
	prices := &score.PriceList{Models: map[string]score.Price{"default": {Prompt: 1, Output: 1}}}
	evaluator := score.NewEvaluator(trace.Vocabulary{}, prices)
	scores, _ := evaluator.Evaluate(context.Background(), &fixtures.Case{}, t)
	return scores
}

func contextUse(t *trace.Trace) float64 {
	for _, s := range measured(t) {
		if s.Name() == "context.use" {
			return s.Value
		}
	}
	return 0
}

// sizesOf measures the cost of a case with priced tokens, and the context use of each of its calls.
func sizesOf(t *trace.Trace) map[string]sized {
	byStage := map[string]sized{}
	for _, s := range measured(t) {
		of := byStage[s.Facet]
		switch s.Metric {
		case "prompt_tokens":
			of.stage = s.Value
		case "money":
			of.money = s.Value
		}
		byStage[s.Facet] = of
	}
	limit := 1 << 20
	all := map[string]sized{}
	for _, c := range t.Calls() {
		of := byStage[c.Stage]
		alone := *c
		alone.Request.Options.NumCtx, alone.Marks = &limit, nil // its own context may have been full
		of.prompt, of.use = float64(c.Tokens.Prompt), contextUse(&trace.Trace{Steps: []trace.Step{{Call: &alone}}})
		all[c.Path] = of
	}
	return all
}

// A count applies only to its own prompt. In every case each call's prompt grows in turn, with a recording that has
// counts: its tokens grow and are estimated, as do its stage's cost and its context use. No other call changes.
func TestGrownPromptsAreNotCounted(t *testing.T) {
	calls := 0
	sampled(t, 12, func(t *testing.T, s *project.Suite, c *fixtures.Case) {
		recording, golden := record(t, s, c)
		counts(recording)
		before := replayAltered(t, s, c, recording, &altering{})
		sizes := sizesOf(before)
		for _, call := range golden.file.Calls {
			calls++
			a := &altering{path: call.Path, apply: grow(4000)}
			after := replayAltered(t, s, c, recording, a)
			if a.part == "" {
				t.Fatalf("%s has no text that could grow", call.Path)
			}
			checkGrown(t, call.Path, before, after, sizes[call.Path])
		}
	})
	if calls < 300 && !testing.Short() {
		t.Errorf("only %d calls: are these the repository's?", calls)
	}
}

func checkGrown(t *testing.T, path string, before, after *trace.Trace, was sized) {
	t.Helper()
	for i, c := range after.Calls() {
		old := before.Calls()[i]
		if c.Path != path {
			if d := cmp.Diff(old.Tokens, c.Tokens); d != "" {
				t.Errorf("%s grew, and %s has other tokens (-before +after):\n%s", path, c.Path, d)
			}
			continue
		}
		if c.Tokens.Prompt < old.Tokens.Prompt+900 || c.Tokens.Estimated < c.Tokens.Prompt || c.Usage().Prompt != 0 {
			t.Errorf("%s: %+v, before it grew %+v", path, c.Tokens, old.Tokens)
		}
	}
	is := sizesOf(after)[path]
	if is.prompt <= was.prompt || is.stage <= was.stage || is.money <= was.money || is.use <= was.use {
		t.Errorf("%s: tokens, stage, money, context use %v, before it grew %v", path, is, was)
	}
}
