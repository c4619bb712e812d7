package score

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// worked returns a turn in which everything is decided once: routed, planned, skills found and chosen, tools called,
// learned.
func worked() *trace.Trace {
	step := func(kind pipeline.EntryKind, path, stage, value string) trace.Step {
		entry := pipeline.Entry{Kind: kind, Path: path, Stage: stage, Value: []byte(value)}
		return trace.Step{Entry: entry, Attached: kind == pipeline.EntryDecided}
	}
	tool := func(n int, name, args string, failed bool) trace.Step {
		return trace.Step{Entry: pipeline.Entry{
			Kind: pipeline.EntryTool, Path: fmt.Sprintf("turn-1/main-1/tool-%d", n), Stage: name,
			Tool: &pipeline.ToolUse{Call: pipeline.ToolCall{Name: name, Arguments: args},
				Result: pipeline.ToolResult{Failed: failed}},
		}}
	}
	fallback := func(path string, f pipeline.Fallback) trace.Step {
		entry := pipeline.Entry{Kind: pipeline.EntryFallback, Path: path, Stage: f.Stage, Fallback: &f}
		return trace.Step{Entry: entry, Attached: true}
	}
	return &trace.Trace{
		Steps: []trace.Step{
			step(pipeline.EntryDecided, "turn-1/router", "router", `{"action":"continue_task","asked":"new_task"}`),
			fallback("turn-1/router", pipeline.Fallback{Stage: "router", Reason: pipeline.Timeout, Tries: 2}),
			step(pipeline.EntryDecided, "turn-1/planner", "planner",
				`{"mode":"team","strategy":"dag","nodes":[{"id":"a","depends_on":[]},{"id":"b","depends_on":["a"]},{"id":"c","depends_on":["a"]}]}`),
			step(pipeline.EntryEvent, "turn-1/node:a", pipeline.EventCandidates, `[{"name":"of-the-resolver"}]`),
			step(pipeline.EntryEvent, "turn-1/node:a", pipeline.EventCandidates, `[{"name":"n1"},{"name":"n2"}]`),
			step(pipeline.EntryDecided, "turn-1/node:a/skills-final", "skills-final", `["n2"]`),
			step(pipeline.EntryEvent, "turn-1", pipeline.EventCandidates,
				`[{"name":"s1"},{"name":"s2"},{"name":"s3"},{"name":"s4"}]`),
			step(pipeline.EntryDecided, "turn-1/skills-shortlist", "skills-shortlist", `["s1","s2","s3"]`),
			step(pipeline.EntryDecided, "turn-1/skills-final", "skills-final", `["s3","s2"]`),
			fallback("turn-1/skills-final", pipeline.Fallback{Stage: "skills-final", Reason: "unknown_name", Tries: 1,
				Detail: "s9, s8"}),
			tool(1, "find", `{"id":7}`, true), tool(2, "find", `{ "id": 7.0 }`, false),
			tool(3, "book", `{"id":7,"day":"Monday"}`, false),
			step(pipeline.EntryDecided, "turn-1/draft", "draft",
				`{"action":"revise","tools":["find","book"],"findings":["secrets","undeclared-tool"]}`),
		},
		Outcomes: []trace.Outcome{{Place: "turn-1", Outcome: pipeline.Outcome{Status: pipeline.StatusDone,
			Replies: []pipeline.Reply{{Text: `{"parcel":{"id":7,"days":[1,2]},"text":"The parcel is on its way."}`}}}}},
	}
}

// evaluated returns the scores and errors of what one turn expects.
func evaluated(t *testing.T, expect string, trace *trace.Trace) ([]Score, []error) {
	t.Helper()
	s := beaverEvaluator(t)
	return s.Evaluate(t.Context(), caseThatExpects(t, expect), trace)
}

func TestScores(t *testing.T) {
	for _, tt := range []struct{ expect, want string }{ // want: name value (holds|fails), in order; - for a measure
		{"route: continue_task", "routing.accuracy[hard] 1 holds"},
		{"route: new_task", "routing.accuracy[hard] 0 fails"},
		{"route: {action: new_task, soft: true}", "routing.accuracy[soft] 0 fails"},
		{"route: {action: new_task, soft: true, alternatives: [close_task, continue_task]}",
			"routing.accuracy[soft] 1 holds"},

		{"plan: {mode: team, strategy: dag}", "planning.valid 1 -; planning.mode 1 holds; planning.strategy 1 holds"},
		{"plan: {mode: single}", "planning.valid 1 -; planning.mode 0 fails"},
		{"plan: {nodes: {a: [], b: [a], c: [a]}}",
			"planning.valid 1 -; planning.nodes 1 holds; planning.dependencies 1 holds"},
		{"plan: {nodes: {a: [], b: [a], d: [b]}}",
			"planning.valid 1 -; planning.nodes 0.667 fails; planning.dependencies 0.5 fails"},
		{"plan: {nodes: {}}", "planning.valid 1 -; planning.nodes 0 fails; planning.dependencies 0 fails"},
		{"plan: {nodes: {a: []}}", "planning.valid 1 -; planning.nodes 0.5 fails; planning.dependencies 0 fails"},

		{"skills: [s2, s3]", "skills.f1 1 holds; skills.precision 1 -; skills.recall 1 -; skills.invented 2 -; " +
			"retrieval.recall@8 1 -; retrieval.mrr 0.5 -"},
		{"skills: [s3]", "skills.f1 0.667 fails; skills.precision 0.5 -; skills.recall 1 -; skills.invented 2 -; " +
			"retrieval.recall@8 1 -; retrieval.mrr 0.333 -"},
		{"skills: {names: [s3, s2], order: true, k: 2}", "skills.f1 1 holds; skills.precision 1 -; skills.recall 1 " +
			"-; skills.invented 2 -; skills.order 1 holds; retrieval.recall@2 0.5 -; retrieval.mrr 0.5 -"},
		{"skills: {names: [s2, s3], order: true}", "skills.f1 1 holds; skills.precision 1 -; skills.recall 1 -; " +
			"skills.invented 2 -; skills.order 0 fails; retrieval.recall@8 1 -; retrieval.mrr 0.5 -"},
		{"skills: {names: [s2, s1], order: true}", "skills.f1 0.5 fails; skills.precision 0.5 -; skills.recall 0.5 " +
			"-; skills.invented 2 -; skills.order 0 fails; retrieval.recall@8 1 -; retrieval.mrr 1 -"},
		{"skills: {names: [n2], at: 'node:a'}", "skills.f1 1 holds; skills.precision 1 -; skills.recall 1 -; " +
			"skills.invented 0 -; retrieval.recall@8 1 -; retrieval.mrr 0.5 -"},
		{"skills: {names: [s1, s2], k: 1}", "skills.f1 0.5 fails; skills.precision 0.5 -; skills.recall 0.5 -; " +
			"skills.invented 2 -; retrieval.recall@1 0.5 -; retrieval.mrr 1 -"},
		{"skills: []", "skills.f1 0 fails; skills.precision 0 -; skills.recall 0 -; skills.invented 2 -"},
		{"skills: [elsewhere]", "skills.f1 0 fails; skills.precision 0 -; skills.recall 0 -; skills.invented 2 -; " +
			"retrieval.recall@8 0 -; retrieval.mrr 0 -"},

		{"tools: [find, find, book]", "tools.trajectory[exact] 1 holds"},
		{"tools: [find, book]", "tools.trajectory[exact] 0.8 fails"},
		{"tools: {calls: [find, book], match: in_order}", "tools.trajectory[in_order] 1 holds"},
		{"tools: {calls: [book, find], match: in_order}", "tools.trajectory[in_order] 0.5 fails"},
		{"tools: {calls: [book, find], match: any_order}", "tools.trajectory[any_order] 1 holds"},
		{"tools: {calls: [book, refund], match: any_order}", "tools.trajectory[any_order] 0.5 fails"},
		{"tools: {calls: [book, find, find, refund], match: subset}", "tools.trajectory[subset] 1 holds"},
		{"tools: {calls: [book, find], match: subset}", "tools.trajectory[subset] 0.8 fails"},
		{"tools: []", "tools.trajectory[exact] 0 fails"},
		{"tools: [find, find, {name: book, arguments: {day: Monday, id: 7}}]",
			"tools.trajectory[exact] 1 holds; tools.arguments 1 holds"},
		{"tools: [find, find, {name: book, arguments: {id: 7}}]",
			"tools.trajectory[exact] 1 holds; tools.arguments 0 fails"},
		{"tools: [find, find, {name: book, arguments: {id: 7}, compare: subset}]",
			"tools.trajectory[exact] 1 holds; tools.arguments 1 holds"},
		{"tools: [find, find, {name: book, arguments: {required: [day], properties: {id: {type: integer}}}, compare: " +
			"schema}]", "tools.trajectory[exact] 1 holds; tools.arguments 1 holds"},
		{"tools: [find, find, {name: book, arguments: {required: [hour]}, compare: schema}]",
			"tools.trajectory[exact] 1 holds; tools.arguments 0 fails"},
		{"tools: [{name: find, arguments: {id: 8}}, find, book]",
			"tools.trajectory[exact] 1 holds; tools.arguments 0 fails"},
		{"tools: {calls: [{name: find, arguments: {id: 7}}, {name: book, arguments: {id: 7}, compare: subset}], " +
			"match: any_order}", "tools.trajectory[any_order] 1 holds; tools.arguments 1 holds; tools.arguments " +
			"1 holds"},
		{"tools: {max_calls: 3, repeated_failures: 0}", "tools.budget 1 holds; tools.no_repeated_failures 0 fails"},
		{"tools: {max_calls: 2, repeated_failures: 1}", "tools.budget 0 fails; tools.no_repeated_failures 1 holds"},

		{"reply: {json: {$.parcel.id: 7, '$.parcel.days[*]': [1, 2], $.none: 1}}",
			"answer.json[$.parcel.id] 1 holds; answer.json[$.parcel.days[*]] 1 holds; answer.json[$.none] 0 fails"},
		{"reply: {schema: {type: object, required: [parcel]}}", "answer.schema 1 holds"},
		{"reply: {schema: {type: object, properties: {parcel: {type: string}}}}", "answer.schema 0 fails"},
		{"reply: {length: {min: 10, max: 100}}", "answer.length 1 holds"},
		{"reply: {length: {max: 10}}", "answer.length 0 fails"},
		{"reply: {length: {min: 67, max: 67}}", "answer.length 1 holds"},
		{"reply: {length: {min: 68}}", "answer.length 0 fails"},
		{"reply: {length: {max: 66}}", "answer.length 0 fails"},
		{"reply: {similar: {to: The package was shipped., min: 0.5}}", "answer.similar 0.57 holds"},
		{"reply: {similar: {to: Quantum physics, min: 0.5}}", "answer.similar 0.169 fails"},

		{"fallbacks: [{stage: router, reason: timeout}]",
			"fallbacks.expected 0 fails; fallbacks.missing 0 -; fallbacks.unexpected 1 -"},
		{"fallbacks: [{stage: skills-final, reason: unknown_name}, {stage: router, reason: timeout}]",
			"fallbacks.expected 0 fails; fallbacks.missing 0 -; fallbacks.unexpected 0 -"},
		{"fallbacks: [{stage: router, reason: timeout}, {stage: router, reason: timeout}]",
			"fallbacks.expected 0 fails; fallbacks.missing 1 -; fallbacks.unexpected 1 -"},
		{"fallbacks: [{stage: router, reason: empty}]",
			"fallbacks.expected 0 fails; fallbacks.missing 1 -; fallbacks.unexpected 2 -"},

		{"draft: {action: revise, tools: [book, find], findings: [undeclared-tool, secrets], max_findings: 2}",
			"learning.action 1 holds; learning.declared_tools 1 holds; learning.expected_findings 1 holds; " +
				"learning.max_findings 1 holds"},
		{"draft: {action: new, tools: [find], max_findings: 0}",
			"learning.action 0 fails; learning.declared_tools 0.667 fails; learning.max_findings 0 fails"},
	} {
		t.Run(tt.expect, func(t *testing.T) {
			scores, errs := evaluated(t, tt.expect, worked())
			for _, err := range errs {
				t.Error(err)
			}
			var got []string
			for _, s := range scores {
				if s.Turn != "" {
					got = append(got, spelled(s))
				}
				if s.Reason == "" {
					t.Errorf("%s has no reason", s.Name())
				}
			}
			if d := cmp.Diff(tt.want, strings.Join(got, "; ")); d != "" {
				t.Errorf("scores (-want +got):\n%s", d)
			}
		})
	}
}

func spelled(s Score) string {
	name := s.Name()
	if s.Facet != "" {
		name += "[" + s.Facet + "]"
	}
	verdict := "-"
	if s.Expected {
		verdict = map[bool]string{true: "holds", false: "fails"}[s.Holds]
	}
	return fmt.Sprintf("%s %.3g %s", name, s.Value, verdict)
}

// An expectation with nothing to compare is an error of the case, never a pass.
func TestWhatCannotBeEvaluatedIsAnError(t *testing.T) {
	ended := &trace.Trace{Outcomes: []trace.Outcome{{Place: "turn-1",
		Outcome: pipeline.Outcome{Replies: []pipeline.Reply{{Text: "9 Uhr?"}}}}}}
	for expect, want := range map[string]string{
		"route: new_task":                      "x.yaml:2: turn-1: route: nothing was routed in this turn",
		"plan: {mode: single}":                 "x.yaml:2: turn-1: plan: nothing was planned in this turn",
		"skills: [a]":                          "x.yaml:2: turn-1: skills: no skills were looked for at turn-1",
		"draft: {action: new}":                 "x.yaml:2: turn-1: draft: nothing was learned in this turn",
		"reply: {language: de}":                `x.yaml:2: turn-1: reply: language: that of "9 Uhr?" cannot be told`,
		"reply: {similar: {to: 好的, min: 0}}":   `x.yaml:2: turn-1: reply: similar: the embedder knows the words of 0% of "好的", and 60% are needed: it compares English`,
		"reply: {similar: {to: nine, min: 0}}": `x.yaml:2: turn-1: reply: similar: the embedder knows the words of 0% of "9 Uhr?", and 60% are needed: it compares English`,
	} {
		scores, errs := evaluated(t, expect, ended)
		if len(errs) != 1 || errs[0].Error() != want {
			t.Errorf("%s: errors %v, want %s", expect, errs, want)
		}
		for _, s := range scores {
			if s.Expected && s.Holds {
				t.Errorf("%s: %s passes", expect, s.Name())
			}
		}
	}
}

func TestAnswerLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"We have looked into your order, and the parcel will be with you before the end of the week.":   "en",
		"Wir haben Ihre Bestellung geprüft, und das Paket wird noch vor Ende der Woche bei Ihnen sein.": "de",
		"您的订单已经发出,预计本周末之前送达。":                                                                           "zh",
	} {
		trace := &trace.Trace{Outcomes: []trace.Outcome{{Place: "turn-1",
			Outcome: pipeline.Outcome{Replies: []pipeline.Reply{{Text: text}}}}}}
		for _, code := range []string{"en", "de", "zh"} {
			scores, errs := evaluated(t, "reply: {language: "+code+"}", trace)
			if len(errs) > 0 || len(scores) == 0 || scores[0].Holds != (code == want) {
				t.Errorf("%s as %s: %v %v", text, code, scores, errs)
			}
		}
	}
}

// A label is measured and fails no case; as an expectation it does.
func TestLabelsFailNoCase(t *testing.T) {
	for key, want := range map[string]int{"labels": 0, "expect": 1} {
		c := decodeCase(t, "turns: [{user: Hello, "+key+": {route: close_task}}]")
		scores, errs := beaverEvaluator(t).Evaluate(t.Context(), c, worked())
		if got := Failures(c, scores); len(got) != want || len(errs) > 0 {
			t.Errorf("%s: failures %q, errors %v", key, got, errs)
		}
		if scores[0].Holds || !scores[0].Expected || scores[0].Required != (key == "expect") {
			t.Errorf("%s: %+v", key, scores[0])
		}
	}
}

// Precision, recall and F1 of sets: F1 is the harmonic mean of the other two, and all are 1 only for equal sets.
func TestOverlapLaw(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sets := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d"}), rapid.ID[string])
		want, got := setOf(sets.Draw(rt, "want")), setOf(sets.Draw(rt, "got"))
		p, r, f := overlap(want, got)
		if p+r > 0 && len(want) > 0 && len(got) > 0 {
			if mean := 2 * p * r / (p + r); f-mean > 1e-9 || mean-f > 1e-9 {
				rt.Fatalf("F1 %v, harmonic mean %v", f, mean)
			}
		}
		if (f == 1) != (cmp.Equal(want, got)) {
			rt.Fatalf("F1 %v of %v and %v", f, want, got)
		}
	})
}

func TestCost(t *testing.T) {
	call := func(stage, model string, prompt, output, estimated int, ms int) trace.Step {
		c := &trace.Call{Stage: stage, Origin: pipeline.Origin{Source: pipeline.SourceOllama, Model: model},
			Tokens: trace.Tokens{Prompt: prompt, Output: output, Estimated: estimated}}
		c.Response.Duration = time.Duration(ms) * time.Millisecond
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Stage: stage}, Call: c}
	}
	trace := &trace.Trace{Steps: []trace.Step{
		call("router", "small", 100, 10, 0, 20), call("main", "large", 1000, 100, 0, 300),
		call("main", "large", 2000, 50, 5, 0), call("draft", "other", 10, 1, 0, 0),
	}}
	prices := &PriceList{Models: map[string]Price{"small": {Prompt: 1, Output: 2},
		"large": {Prompt: 10, Output: 20}}}
	var got []string
	for _, s := range measureCost(nil, trace, prices) {
		line := fmt.Sprintf("%s[%s] %.7g %s", s.Name(), s.Facet, s.Value, s.Unit)
		if s.Unmeasured {
			line += " unmeasured: " + s.Reason
		}
		got = append(got, line)
	}
	want := []string{
		"cost.calls[router] 1 count", "cost.prompt_tokens[router] 100 tokens", "cost.output_tokens[router] 10 tokens",
		"cost.uncached_tokens[router] 100 tokens",
		"cost.time[router] 2e+07 ns", "cost.money[router] 0.00012 money",
		"cost.calls[main] 2 count", "cost.prompt_tokens[main] 3000 tokens", "cost.output_tokens[main] 150 tokens",
		"cost.uncached_tokens[main] 3000 tokens",
		"cost.time[main] 0 ns unmeasured: 1 of 2 answers have no recorded time", "cost.money[main] 0.033 money",
		"cost.calls[draft] 1 count", "cost.prompt_tokens[draft] 10 tokens", "cost.output_tokens[draft] 1 tokens",
		"cost.uncached_tokens[draft] 10 tokens",
		"cost.money[draft] 0 money unmeasured: other has no price",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("costs (-want +got):\n%s", d)
	}
}

func TestContext(t *testing.T) {
	call := func(path string, prompt, predict int, marks ...string) trace.Step {
		c := &trace.Call{Path: path, Tokens: trace.Tokens{Prompt: prompt}, Marks: marks}
		limit := 1000
		c.Request.Options.NumCtx = &limit
		if predict > 0 {
			c.Request.Options.NumPredict = &predict
		}
		c.Request.Tools = []pipeline.Tool{{Name: "find", Description: "Find it."}}
		c.Request.Messages = []pipeline.Message{{Role: "system",
			Sections: []pipeline.Section{{Name: "Short", Text: "a"},
				{Name: "Long", Text: strings.Repeat("word ", 100)}}}}
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path}, Call: c}
	}
	refused := call("a", 300, 0)
	refused.Call.Failure = &pipeline.Failure{Reason: pipeline.Overflow}
	for _, tt := range []struct {
		steps    []trace.Step
		use      float64
		overflow float64
	}{
		{[]trace.Step{call("a", 500, 500), call("b", 300, 0)}, 1, 0},
		{[]trace.Step{call("b", 999, 0), call("a", 500, 501)}, 1.001, 1},
		// cut by the server, which counted the rest
		{[]trace.Step{call("a", 1000, 0, trace.MarkContextCut)}, 1.001, 1},
		// refused by the server, for its own context
		{[]trace.Step{call("b", 500, 0), refused}, 0.5, 1},
		{[]trace.Step{{Call: &trace.Call{Tokens: trace.Tokens{Prompt: 5000}}}, {}}, 0, 0},
	} {
		scores := measureContext(nil, &trace.Trace{Steps: tt.steps})
		if tt.use == 0 {
			if len(scores) > 0 {
				t.Errorf("without a limit: %v", scores)
			}
			continue
		}
		if scores[0].Value != tt.use || scores[1].Value != tt.overflow ||
			!strings.Contains(scores[0].Reason, `largest: system "Long" ~125, system "Short" ~1, the tools ~3`) {
			t.Errorf("use %v, overflow %v (%s), want %v, %v", scores[0].Value, scores[1].Value, scores[0].Reason,
				tt.use, tt.overflow)
		}
	}
}

// docs/scores.md warns of it.
func TestSimilarIsNoJudgeOfMeaning(t *testing.T) {
	trace := &trace.Trace{Outcomes: []trace.Outcome{{Place: "turn-1",
		Outcome: pipeline.Outcome{Replies: []pipeline.Reply{{Text: "The refund is not approved."}}}}}}
	scores, errs := evaluated(t, "reply: {similar: {to: The refund is approved., min: 0.9}}", trace)
	if len(errs) > 0 || fmt.Sprintf("%.3f", scores[0].Value) != "0.999" {
		t.Errorf("%v, %+v", errs, scores)
	}
}

// lengths is an embedder that knows how long texts are, in any language.
type lengths struct{ err error }

func (l lengths) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var vectors [][]float32
	for _, text := range texts {
		vectors = append(vectors, []float32{1, float32(len(text))})
	}
	return vectors, l.err
}

// A suite's embedder replaces the built-in one, even in languages unknown to that. A text that it cannot embed cannot
// be evaluated.
func TestSimilarByAnotherEmbedder(t *testing.T) {
	c := caseThatExpects(t, "reply: {similar: {to: 好的, min: 0.9}}")
	for _, tt := range []struct {
		emb  pipeline.Embedder
		want string
	}{
		{lengths{}, "answer.similar 0.989 holds"},
		{lengths{errors.New("no vector")}, "x.yaml:2: turn-1: reply: similar: no vector"},
		{nil, `x.yaml:2: turn-1: reply: similar: the embedder knows the words of 0% of "好的", and 60% are needed: it compares English`},
	} {
		scores, errs := beaverEvaluator(t).With(tt.emb).Evaluate(t.Context(), c, worked())
		got := fmt.Sprint(errors.Join(errs...))
		if len(errs) == 0 {
			got = spelledAll(scores)
		}
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}
