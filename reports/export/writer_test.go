package export_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// traced returns a result with a step of each kind.
func traced() *result.Result {
	at := time.Date(2026, time.March, 2, 9, 0, 0, 5e8, time.FixedZone("", 3600))
	entry := func(kind pipeline.EntryKind, path, stage, value string) pipeline.Entry {
		e := pipeline.Entry{Kind: kind, Path: path, Stage: stage, At: at, Depth: 1}
		if value != "" {
			e.Value = []byte(value)
		}
		return e
	}
	tool := entry(pipeline.EntryTool, "turn-1/main-1/tool-1", "find", "")
	tool.Tool = &pipeline.ToolUse{
		Call:   pipeline.ToolCall{ID: "c", Name: "find", Arguments: `{"a":"<b>"}`},
		Result: pipeline.ToolResult{Content: "none", Failed: true, From: pipeline.FromCase},
	}
	lost := entry(pipeline.EntryFallback, "turn-1", "router", "")
	lost.Fallback = &pipeline.Fallback{Stage: "router", Reason: pipeline.Timeout, Tries: 2}
	asked := entry(pipeline.EntryCall, "turn-1/main-1", "main", "")
	asked.Try = 1
	main := &trace.Call{
		Path: "turn-1/main-1", Stage: "main", Tokens: trace.Tokens{Prompt: 5, Output: 2, Estimated: 7},
		Decision: []byte(`{"calls":[]}`),
		Request: pipeline.Request{
			Messages: []pipeline.Message{{Role: pipeline.RoleTool, ToolCallID: "c", Name: "find",
				Sections: []pipeline.Section{{Name: "Result", Text: "a < b\u2028"}}}},
			Tools:  []pipeline.Tool{{Name: "find", Parameters: []byte(`{"type":"object"}`)}},
			Format: []byte(`"json"`),
		},
		Response: pipeline.Response{Content: "Hi.", Usage: pipeline.Usage{Prompt: 5}},
		Origin:   pipeline.Origin{Source: pipeline.SourceImported, Match: pipeline.MatchFresh, From: "a log"},
		Marks:    []string{trace.MarkCut},
	}
	failed := &trace.Call{Path: "turn-1/main-2", Stage: "main",
		Failure: &pipeline.Failure{Reason: pipeline.Transport, Err: errors.New("reset")}}
	missed := &trace.Call{Path: "turn-1/main-3", Stage: "main", Missed: true}
	return &result.Result{
		Suite: "s", Case: "c", Status: result.StatusError, Errors: []error{errors.New("no answer")},
		Failures: []string{"reply"},
		Trace: &trace.Trace{
			Steps: []trace.Step{
				{Entry: asked, Call: main}, {Entry: asked, Call: failed}, {Entry: asked, Call: missed}, {Entry: tool},
				{Entry: lost}, {Entry: lost, Attached: true},
				{Entry: entry(pipeline.EntryDecided, "turn-1", "session", `{"x":1}`)},
				{Entry: entry(pipeline.EntryEvent, "turn-1", "memory saved", `"books"`)},
			},
			Outcomes: []trace.Outcome{{Place: "turn-1", Outcome: pipeline.Outcome{Status: "done",
				Replies: []pipeline.Reply{{Text: "Hi."}}, State: map[string]any{"n": 1}}}},
		},
	}
}

func TestTraceLines(t *testing.T) {
	var b strings.Builder
	w := export.NewWriter(&b)
	if err := errors.Join(w.Write(traced()), w.Write(&result.Result{Case: "an orphan has no trace"}),
		w.Flush()); err != nil {
		t.Fatal(err)
	}
	const at = `"at":"2026-03-02T08:00:00.5Z","depth":1`
	want := []string{
		`{"kind":"call","suite":"s","case":"c","path":"turn-1/main-1","stage":"main","try":1,` + at +
			`,"messages":[{"role":"tool","sections":[{"name":"Result","text":"a < b\u2028","sources":[{"kind":"code","bytes":8}]}],"tool_call_id":"c","name":"find"}],"tools":[{"name":"find","parameters":{"type":"object"}}],"format":"json","options":{},"response":{"content":"Hi.","usage":{"prompt":5}},"source":"imported","match":"fresh","from":"a log","marks":["cut"],"tokens":{"prompt":5,"output":2,"estimated":7},"decision":{"calls":[]}}`,
		`{"kind":"call","suite":"s","case":"c","path":"turn-1/main-1","stage":"main","try":1,` + at +
			`,"options":{},"failure":{"reason":"transport","detail":"reset"},"tokens":{"prompt":0,"output":0,"estimated":0}}`,
		`{"kind":"call","suite":"s","case":"c","path":"turn-1/main-1","stage":"main","try":1,` + at +
			`,"options":{},"tokens":{"prompt":0,"output":0,"estimated":0}}`,
		`{"kind":"tool","suite":"s","case":"c","path":"turn-1/main-1/tool-1","stage":"find",` + at +
			`,"tool":{"id":"c","arguments":"{\"a\":\"<b>\"}","content":"none","failed":true,"from":"case"}}`,
		`{"kind":"fallback","suite":"s","case":"c","path":"turn-1","stage":"router",` + at +
			`,"fallbacks":[{"stage":"router","reason":"timeout","tries":2}]}`,
		`{"kind":"decided","suite":"s","case":"c","path":"turn-1","stage":"session",` + at + `,"decision":{"x":1}}`,
		`{"kind":"event","suite":"s","case":"c","path":"turn-1",` + at + `,"event":"memory saved","value":"books"}`,
		`{"kind":"outcome","suite":"s","case":"c","path":"turn-1","status":"done","replies":[{"text":"Hi."}],"state":{"n":1}}`,
		`{"kind":"case","suite":"s","case":"c","status":"error","errors":["no answer"],"failures":["reply"]}`,
		``,
	}
	if d := cmp.Diff(want, strings.Split(b.String(), "\n")); d != "" {
		t.Errorf("trace (-want +got):\n%s", d)
	}
}

func TestCallAsSent(t *testing.T) {
	var b strings.Builder
	for _, c := range traced().Trace.Calls() {
		export.WriteCall(&b, "s/c", c, false)
	}
	for _, want := range []string{
		"=== s/c/turn-1/main-1  stage main  ~", "--- message 1 (tool)  find c\n[Result  ~", `a < b\u2028`,
		"--- tools\nfind: \n  {\"type\":\"object\"}\n",
		"--- answer (imported, fresh, a log)\nHi.\n", "transport: reset\n", "--- answer ()\nnone\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
