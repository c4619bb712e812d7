package trace_test

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// A call repeats a failure when its arguments are the same value; numbers are not rounded.
func TestRepeatedFailuresCompareByValue(t *testing.T) {
	use := func(path, args string) trace.ToolUse {
		return trace.ToolUse{Path: path, ToolUse: &pipeline.ToolUse{Call: pipeline.ToolCall{Name: "find",
			Arguments: args}, Result: pipeline.ToolResult{Failed: true}}}
	}
	got := trace.RepeatedFailures([]trace.ToolUse{
		use("1", `{"id":9007199254740992}`), use("2", `{"id":9007199254740993}`), use("3", `{"id":9007199254740992.0}`),
		use("4", `{"id":7}{`), use("5", `{"id":7}`), use("6", `{"id":7}{`),
	})
	if strings.Join(got, " ") != "3 6" {
		t.Errorf("%v", got)
	}
	other := use("2", "{}")
	other.Call.Name = "book"
	if got := trace.RepeatedFailures([]trace.ToolUse{use("1", "{}"), other}); len(got) > 0 {
		t.Errorf("another tool repeats a failure: %v", got)
	}
	worked := trace.ToolUse{Path: "1",
		ToolUse: &pipeline.ToolUse{Call: pipeline.ToolCall{Name: "find", Arguments: "{}"}}}
	if got := trace.RepeatedFailures([]trace.ToolUse{worked, worked, use("2", "{}")}); len(got) > 0 {
		t.Errorf("what worked is repeated: %v", got)
	}
}
