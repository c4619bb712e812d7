package score

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// happened returns the trace of the one turn of the expectations below.
func happened() *trace.Trace {
	entry := func(kind pipeline.EntryKind, path, stage, value string) trace.Step {
		attached := kind == pipeline.EntryDecided && strings.Contains(path, "/")
		entry := pipeline.Entry{Kind: kind, Path: path, Stage: stage, Value: []byte(value)}
		return trace.Step{Entry: entry, Attached: attached}
	}
	fallback := func(f pipeline.Fallback) trace.Step {
		entry := pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-1/" + f.Stage, Stage: f.Stage, Fallback: &f}
		return trace.Step{Entry: entry, Attached: true}
	}
	return &trace.Trace{
		Steps: []trace.Step{
			entry(pipeline.EntryCall, "turn-1/router", "router", ""),
			entry(pipeline.EntryDecided, "turn-1/router", "router", `{"action":"simple_chat"}`),
			entry(pipeline.EntryCall, "turn-1/router#2", "router", ""),
			entry(pipeline.EntryDecided, "turn-1/router#2", "router",
				`{"action":"new_task","nodes":[{"id":"a","needs":[]}],"score":0.5}`),
			fallback(pipeline.Fallback{Stage: "router", Reason: pipeline.Timeout, Tries: 2}),
			entry(pipeline.EntryCall, "turn-1/main-1", "main", ""),
			fallback(pipeline.Fallback{Stage: "main", Reason: pipeline.Empty, Tries: 1, Detail: "nothing but blanks"}),
			entry(pipeline.EntryCall, "turn-10/main-1", "main", ""),
			entry(pipeline.EntryDecided, "turn-10", "late", `true`),
		},
		Outcomes: []trace.Outcome{{Place: "turn-1", Outcome: pipeline.Outcome{
			Status: pipeline.StatusDone,
			Replies: []pipeline.Reply{
				{Text: "One moment."}, {Text: "to another", To: "colleague"},
				{Text: "nothing", Kind: pipeline.ReplySilent}, {Text: "Your order is on its way."},
			},
			State: map[string]any{"tasks": []any{map[string]any{"title": "Order", "attempts": 2}}, "mood": nil},
		}}},
	}
}

func TestExpectations(t *testing.T) {
	for _, tt := range []struct{ expect, want string }{
		{"status: done", ""},
		{"status: failed", "status: want failed, got done"},

		{`reply: "One moment.\n\nYour order is on its way."`, ""},
		{`reply: One moment.`, `reply: want "One moment.", got`},
		{`reply: {equals: ""}`, `reply: want ""`},
		{"reply: {contains: [moment, way]}", ""},
		{"reply: {contains: [moment, away]}", `reply: want "away" in it`},
		{"reply: {contains: [to another]}", `reply: want "to another" in it`}, // to another addressee
		{"reply: {contains: [nothing]}", `reply: want "nothing" in it`},       // to no addressee
		{"reply: {excludes: [another]}", ""},
		{"reply: {excludes: [order]}", `reply: want no "order" in it`},
		{`reply: {matches: "^One.*\\n\\nYour [a-z]+ is"}`, ""},
		{`reply: {matches: "^Your"}`, `reply: want a match of "^Your"`},

		{"replies: [{text: One moment., to: ''}, {to: colleague, kind: answer}, {kind: silent}, {contains: " +
			"[your, way]}]",
			`replies: want any to "" "One moment.", answer to "colleague", silent, any with "your" with "way", got answer "One`},
		{"replies: [{text: One moment., to: ''}, {to: colleague, kind: answer}, {kind: silent}, {contains: " +
			"[Your, way]}]", ""},
		{"replies: [One moment., to another, nothing, Your order is on its way.]", ""},
		{"replies: [One moment., nothing, to another, Your order is on its way.]", "replies: want"}, // in order
		{"replies: [One moment., Your order is on its way.]", "replies: want"},
		{"replies: []", "replies: want none, got answer \"One moment.\", answer to \"colleague\" \"to " +
			"another\", silent"},
		{"replies: [{kind: question}]", "replies: want question, got"},

		{"decisions: {router: {action: new_task}}", ""},
		// the last one counts
		{"decisions: {router: {action: simple_chat}}",
			`decision of router: want {"action":"simple_chat"}, got {"action":"new_task"`},
		{"decisions: {router: {action: new_task, nodes: [{id: a}], score: 0.5}}", ""},
		{"decisions: {router: {nodes: []}}", "decision of router"}, // a list is equal, not a part
		{"decisions: {router: {nodes: [{id: b}]}}", "decision of router"},
		{"decisions: {router: {missing: null}}", "decision of router"}, // null is a value
		{"decisions: {router: [new_task]}", "decision of router"},
		{"decisions: {router: {score: 0.50}}", ""},
		{"decisions: {planner: {mode: single}}", `decision of planner: want {"mode":"single"}, got none`},
		{"decisions: {planner: null}", "decision of planner: want null, got none"},
		{"decisions: {late: true}", "decision of late: want true, got none"}, // turn-10 is not turn-1

		{"fallbacks: [{stage: router, reason: timeout, tries: 2}, {stage: main, reason: empty, tries: 1}]", ""},
		{"fallbacks: [{stage: router, reason: timeout}, {stage: main, reason: empty}]", ""}, // any number of tries
		{"fallbacks: [{stage: router, reason: timeout, tries: 1}, {stage: main, reason: empty}]",
			"fallbacks: want router timeout (tries 1)"},
		{"fallbacks: [{stage: main, reason: empty}, {stage: router, reason: timeout}]", "fallbacks: want main empty"},
		{"fallbacks: [{stage: router, reason: timeout}]", "fallbacks: want"},
		{"fallbacks: [{stage: router, reason: timeout, tries: 0}, {stage: main, reason: empty}]",
			"fallbacks: want router timeout (tries 0)"},
		{"fallbacks: [{stage: router, reason: timeout}, {stage: main, reason: empty, detail: nothing but blanks}]", ""},
		{"fallbacks: [{stage: router, reason: timeout}, {stage: main, reason: empty, detail: ''}]",
			`fallbacks: want router timeout, main empty ("")`},
		{"fallbacks: []", "fallbacks: want none, got router timeout (tries 2), main empty (tries 1)"},

		{"calls: [router, 'router#2', main-1]", ""},
		{"calls: [router, main-1]", "calls: want router, main-1, got router, router#2, main-1"},
		{"calls: []", "calls: want"},

		{"state: {tasks: [{title: Order}]}", ""},
		{"state: {tasks: [{title: Order, attempts: 3}]}", `state: want {"tasks":[{"title":"Order","attempts":3}]}`},
		{"state: {mood: null}", ""},
		{"state: {money: null}", "state: want"},

		{"status: failed\nreply: {contains: [a, sorry]}\ncalls: []", "status: want failed"}, // each is reported
	} {
		t.Run(tt.expect, func(t *testing.T) {
			got := strings.Join(failed(t, caseThatExpects(t, tt.expect), happened()), "\n")
			if tt.want == "" && got != "" {
				t.Errorf("does not hold:\n%s", got)
			}
			if want := "x.yaml:2: turn-1: " + tt.want; tt.want != "" && !strings.HasPrefix(got, want) {
				t.Errorf("want %s…\ngot  %s", want, got)
			}
		})
	}
}

// In a turn without a reply, no expectation of a reply holds, except that there is none.
func TestExpectationsOfNoReply(t *testing.T) {
	silent := &trace.Trace{Outcomes: []trace.Outcome{{Place: "turn-1", Outcome: pipeline.Outcome{
		Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: "said to another", To: "colleague"}},
	}}}}
	for expect, want := range map[string]int{ // how many fail
		"reply: ''":                              0,
		"reply: {equals: '', excludes: [sorry]}": 0,
		"reply: Hello":                           1,
		"reply: {equals: Hello, excludes: [sorry], length: {max: 9}}": 3,
		"reply: {excludes: [sorry]}":                                  1,
		"reply: {matches: '^$'}":                                      1,
		"reply: {schema: {type: string}}":                             1,
		"reply: {json: {'$..a': []}}":                                 1,
		"reply: {language: en}":                                       1,
		"reply: {similar: {to: a parcel, min: -0.5}}":                 1,
	} {
		if got := failed(t, caseThatExpects(t, expect), silent); len(got) != want {
			t.Errorf("%s: %q, want %d", expect, got, want)
		}
	}
}

// An expectation about something that did not happen fails; it never passes.
func TestExpectationsOfATurnThatDidNotEnd(t *testing.T) {
	for expect, holds := range map[string]bool{
		"status: done": false, "reply: {excludes: [x]}": false, "reply: ''": false, "state: {a: 1}": false,
		"fallbacks: []": false, "calls: []": false,
		"decisions: {router: {action: new_task}}": false, "tools: []": false, "tools: {max_calls: 0}": false,
		"tools: {repeated_failures: 0}": false,
	} {
		if got := failed(t, caseThatExpects(t, expect), &trace.Trace{}); (len(got) == 0) != holds {
			t.Errorf("%s: %v", expect, got)
		}
	}
}

func TestExpectationsOfTheEnd(t *testing.T) {
	c := decodeCase(t, "turns: [{user: Hello}]\nend:\n  acceptance: accepted\n  expect: {status: done}\n")
	trace := &trace.Trace{Outcomes: []trace.Outcome{{Place: "turn-1"},
		{Place: "end", Outcome: pipeline.Outcome{Status: pipeline.StatusFailed}}}}
	want := []string{"x.yaml:3: end: status: want done, got failed"}
	if d := cmp.Diff(want, failed(t, c, trace)); d != "" {
		t.Errorf("failures (-want +got):\n%s", d)
	}
}

// failed returns the failed expectations of a case, all of which can be evaluated.
func failed(t *testing.T, c *fixtures.Case, trace *trace.Trace) []string {
	t.Helper()
	s := beaverEvaluator(t)
	scores, errs := s.Evaluate(t.Context(), c, trace)
	for _, err := range errs {
		t.Error(err)
	}
	return Failures(c, scores)
}

func caseThatExpects(t *testing.T, expect string) *fixtures.Case {
	t.Helper()
	indented := strings.ReplaceAll(expect, "\n", "\n      ")
	return decodeCase(t, fmt.Sprintf("turns:\n  - user: Hello\n    expect:\n      %s\n", indented))
}

func decodeCase(t *testing.T, text string) *fixtures.Case {
	t.Helper()
	n, err := strict.ParseYAML("x.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := fixtures.Decode(n, []string{"beaver"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
