package beaver

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Two calls with one id get ids of their own, in one message and from one to the next, and each result answers its own
// call.
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

// A model that guesses the ids that are made here changes nothing.
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

// Whatever ids a history has, afterwards all calls differ and every result answers the call that it answered; one that
// has ids of its own stays as it is.
func TestHistory_T2_T3_OwnIDs_Law(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var history []pipeline.Message
		var want []string // the calls that the results answer, in order
		for i := range rapid.IntRange(0, 4).Draw(t, "messages") {
			asked := pipeline.Message{Role: pipeline.RoleAssistant}
			var results []pipeline.Message
			for j := range rapid.IntRange(1, 4).Draw(t, "calls") {
				id := rapid.SampledFrom([]string{"", "a", "b", "history_1", "history_2"}).Draw(t, "id")
				asked.ToolCalls = append(asked.ToolCalls,
					pipeline.ToolCall{ID: id, Name: fmt.Sprintf("tool %d-%d", i, j)})
				results = append(results, pipeline.Message{Role: pipeline.RoleTool, ToolCallID: id})
				want = append(want, asked.ToolCalls[j].Name)
			}
			history = append(append(history, asked), results...)
		}
		before := pipeline.CloneMessages(history)
		names, got := map[string]string{}, []string(nil)
		calls := 0
		for _, m := range withOwnIDs(history) {
			for _, c := range m.ToolCalls {
				names[c.ID], calls = c.Name, calls+1
			}
			if m.Role == pipeline.RoleTool {
				got = append(got, names[m.ToolCallID])
			}
		}
		if len(names) != calls || names[""] != "" {
			t.Errorf("%d calls have the ids %v", calls, names)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("results answer (-want +got):\n%s", d)
		}
		if d := cmp.Diff(before, history); d != "" {
			t.Errorf("the case's own history has changed:\n%s", d)
		}
	})
}
