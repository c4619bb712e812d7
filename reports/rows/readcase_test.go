package rows

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// aWholeCase returns a case with one of everything that ReadCase reads.
func aWholeCase(id string) *result.Result {
	count, share := 7, 0.5
	asked := &trace.Call{
		Path: "turn-1/main-1", Stage: "main", Request: pipeline.Request{
			Path: "turn-1/main-1", Stage: "main", Model: "m", Format: json.RawMessage(`"json"`),
			Parameters: json.RawMessage(`{"user":"u"}`), Options: pipeline.Options{
				Temperature: &share, TopP: &share, MinP: &share, RepeatPenalty: &share, TopK: &count, Seed: &count,
				NumCtx: &count, NumPredict: &count, Stop: []string{"."},
			},
			Tools: []pipeline.Tool{{Name: "find", Description: "Finds.", Parameters: json.RawMessage(`{}`)}},
			Messages: []pipeline.Message{
				{Role: "system", Sections: []pipeline.Section{{Name: "A", Text: "a " + id}, {Name: "B", Text: "b"}}},
				{Role: "assistant", ToolCalls: []pipeline.ToolCall{{ID: "1", Name: "find", Arguments: `{"a":1}`}}},
				{Role: "tool", Name: "find", ToolCallID: "1", Sections: []pipeline.Section{{Text: "found " + id}}},
			},
		},
		Response: pipeline.Response{Content: "said " + id, Reasoning: "hm", Finish: "stop", Duration: time.Second,
			Usage:     pipeline.Usage{Prompt: 5, Completion: 6},
			ToolCalls: []pipeline.ToolCall{{ID: "2", Name: "find", Arguments: `{"a":2}`}}},
		Origin: pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchLive, Model: "m", ModelDigest: "aa",
			Server: "0.17.4"},
		Decision: json.RawMessage(`{"go":true}`), Marks: []string{trace.MarkCut},
		Tokens: trace.Tokens{Prompt: 5, Output: 6, Estimated: 1}, Estimates: trace.Estimates{Prompt: 4, Output: 3},
	}
	failed := &trace.Call{
		Path: "turn-1/main-2", Stage: "main", Request: pipeline.Request{Path: "turn-1/main-2", Stage: "main"},
		Failure:   &pipeline.Failure{Reason: pipeline.Transport, Err: errors.New("the server is gone")},
		Fallbacks: []pipeline.Fallback{{Stage: "main", Reason: pipeline.Transport, Tries: 1, Detail: "it is gone"}},
	}
	at := time.Date(2026, 11, 21, 19, 12, 33, 0, time.UTC)
	use := &pipeline.ToolUse{Call: pipeline.ToolCall{ID: "2", Name: "find", Arguments: `{"a":2}`},
		Result: pipeline.ToolResult{Content: "nothing", Failed: true, Late: true, From: pipeline.FromCase}}
	return &result.Result{
		Suite: "s", Case: id, Status: result.StatusFailed, Failures: []string{"turn-1: no"},
		Trace: &trace.Trace{
			Suite: "s", Case: id,
			Inputs: []trace.Input{{Place: "turn-1", Kind: pipeline.UserMessage, Text: "hello " + id}, {Place: "end",
				Kind: pipeline.End}},
			Outcomes: []trace.Outcome{{Place: "turn-1", Outcome: pipeline.Outcome{Status: "done",
				Replies: []pipeline.Reply{{To: "mail", Text: "bye " + id, Path: "turn-1", Kind: "answer"}}}}},
			Asked: []trace.Asked{{Stage: "main", Times: 1}},
			Steps: []trace.Step{
				{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: asked.Path, Stage: "main", Try: 1, Depth: 2,
					At: at}, Call: asked},
				{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: failed.Path, Stage: "main"}, Call: failed},
				{Entry: pipeline.Entry{Kind: pipeline.EntryTool, Path: "turn-1/main-1/tool-1", At: at, Tool: use}},
			},
		},
	}
}

// A case is read back as written, at any position among others; a missing one is nil.
func TestReadCase(t *testing.T) {
	dir := t.TempDir()
	var all []*result.Result
	for i := range 300 { // more than one buffer of rows
		all = append(all, aWholeCase(fmt.Sprint("case-", i)))
	}
	again := aWholeCase("case-299")
	again.Sample, again.Trace.Outcomes[0].Replies[0].Text = 1, "another reply"
	all = append(all, again)
	written(t, dir, all...)
	same := cmp.Options{
		cmp.Comparer(func(a, b error) bool { return fmt.Sprint(a) == fmt.Sprint(b) }), cmpopts.EquateEmpty(),
		cmpopts.IgnoreUnexported(trace.Trace{}, pipeline.Entry{}, pipeline.Section{}),
	}
	for _, i := range []int{0, 127, 128, 255, 256, 299, 300} {
		got, err := ReadCase(t.Context(), dir, "s", all[i].Case, all[i].Sample)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(all[i], got.Result, same); d != "" {
			t.Errorf("%s (-want +got):\n%s", all[i].Case, d)
		}
	}
	for _, name := range [][2]string{{"s", "case-300"}, {"t", "case-1"}, {"", ""}} {
		if got, err := ReadCase(t.Context(), dir, name[0], name[1], 0); got != nil || err != nil {
			t.Errorf("%v: %v, %v", name, got, err)
		}
	}
}
