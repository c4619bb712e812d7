package reply

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestBadArguments(t *testing.T) {
	const good, twice, none = "", "hold a key twice.", "are not a JSON object."
	for arguments, want := range map[string]string{
		`{}`: good, ` {"a": {"b": [1]}} `: good, `{"a":1,"A":2,"b":{"a":3}}`: good,
		`{"a":1,"a":2}`: twice, `{"a":1,"\u0061":1}`: twice, `{"b":[{"a":1,"a":2}]}`: twice,
		``: none, ` `: none, `null`: none, `[]`: none, `"{}"`: none, `1`: none, `{}{}`: none, `{"a":1`: none,
		`{'a':1}`: none, `a=1`: none, `{"a":1,"a":2`: none, "{\"a\":\"\xff\"}": none,
	} {
		if got := badArguments(arguments); got != want {
			t.Errorf("badArguments(%q) = %q, want %q", arguments, got, want)
		}
	}
}

// Whatever ids a history has, afterwards all calls differ and every result answers the same call; a history with unique
// ids stays as it is.
func TestWithOwnIDsLaw(t *testing.T) {
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
		for _, m := range WithOwnIDs(history) {
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
