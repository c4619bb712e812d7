package beaver

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Two calls with one id get distinct ids, within a message and across messages, and each result answers its own call.
func TestToolCalls_T2_T4_OneIDTwice(t *testing.T) {
	twice := pipeline.Response{ToolCalls: []pipeline.ToolCall{{ID: "c", Name: "clock", Arguments: "{}"},
		{ID: "c", Name: "alarm", Arguments: "{}"}}}
	m := &script{answers: map[string]pipeline.Response{"turn-1/main-1": twice, "turn-1/main-2": twice}}
	converse(t, pipeline.Case{Tools: []pipeline.Tool{{Name: "clock"}, {Name: "alarm"}}}, m, users("What time is it?"))
	var got []string
	for _, msg := range m.kept[len(m.kept)-1].Messages {
		if msg.Role == pipeline.RoleTool {
			got = append(got, msg.ToolCallID+" "+msg.Name)
		}
	}
	want := []string{"c clock", "call_turn-1 alarm", "call_turn-1_2 clock", "call_turn-1_3 alarm"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("results (-want +got):\n%s", d)
	}
}

// A model that guesses generated ids changes nothing.
func TestToolCalls_T2_GuessedIDs(t *testing.T) {
	m := &script{answers: map[string]pipeline.Response{"turn-1/main-1": {ToolCalls: []pipeline.ToolCall{
		{ID: "call_turn-1", Name: "clock", Arguments: "{}"}, {Name: "clock", Arguments: "{}"}, {ID: "call_turn-1_2",
			Name: "clock", Arguments: "{}"},
	}}}}
	converse(t, pipeline.Case{Tools: []pipeline.Tool{{Name: "clock"}}}, m, users("What time is it?"))
	ids := map[string]bool{}
	for _, msg := range m.kept[len(m.kept)-1].Messages {
		for _, c := range msg.ToolCalls {
			ids[c.ID] = true
		}
	}
	if len(ids) != 3 {
		t.Errorf("ids %v, want three", ids)
	}
}
