package ollamatest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

// tryAssistant makes OpenClaw's main session read a skill, call a tool as the skill says, delegate, and be quiet.
func tryAssistant(t *testing.T, url string) {
	system := message{Role: "system", Content: promptOf(t, "openclaw", nil, "system")}
	say := func(messages ...message) message {
		return chat(t, url, asked{Model: ollamatest.KindStages, Messages: append([]message{system}, messages...),
			Tools: offer("read", "sessions_spawn", "get_weather")})
	}
	calls := func(said message) string {
		if len(said.ToolCalls) != 1 {
			t.Fatalf("answered %+v, want one call", said)
		}
		return said.ToolCalls[0].Function.Name
	}
	user := func(text string) message { return message{Role: "user", Content: text} }

	wish := user("A trip to Lisbon, please. Follow the skill.")
	first := say(wish)
	skill := message{Role: "tool", ToolName: "read", Content: "---\nname: trip-planner\n---\nLook up the weather."}
	second := say(wish, first, skill)
	if got := calls(first) + " " + calls(second); got != "read get_weather" {
		t.Errorf("calls %s, want read get_weather", got)
	}
	sky := message{Role: "tool", ToolName: "get_weather", Content: "rain"}
	last := say(wish, first, skill, second, sky)
	if last.Content == "" || len(last.ToolCalls) > 0 {
		t.Errorf("behind both: %+v, want a sentence", last)
	}
	before := []message{wish, first, skill, second, sky, last}
	if got := calls(say(append(before, user("Delegate it."))...)); got != "sessions_spawn" {
		t.Errorf("delegating calls %s", got)
	}
	beat := user(promptOf(t, "openclaw", nil, "heartbeat.user"))
	if got := say(append(before, beat)...); !strings.HasPrefix(got.Content, "HEARTBEAT_OK ") {
		t.Errorf("a heartbeat gets %+v", got)
	}
	if got := say(append(before, beat, say(append(before, beat)...), user("Thanks."))...); got.Content == "" ||
		strings.Contains(got.Content, "HEARTBEAT") {
		t.Errorf("behind a heartbeat: %+v, want a sentence", got)
	}
	system.Content += promptOf(t, "openclaw", nil, "subagent.context")
	if got := say(user("Find out when the museums open.")); !strings.HasPrefix(got.Content, "My part") {
		t.Errorf("a sub-agent says %+v", got)
	}
}

func tryCompaction(t *testing.T, url string) {
	system := promptOf(t, "openclaw", nil, "compaction.system")
	got := ask(t, url, system, promptOf(t, "openclaw", nil, "compaction.user")+"\nLook up what HEARTBEAT_OK means.")
	if !strings.HasPrefix(got, "## Goal\n") {
		t.Errorf("a session is summed up as %q", got)
	}
}

// tryServings makes Agens' servings give answers of the requested form.
func tryServings(t *testing.T, url string) {
	const tool = `[{"description":"A tool.","inputSchema":{},"name":"get_weather"}]`
	sky := map[string]any{"sky": map[string]any{"type": "string"}}
	for name, tt := range map[string]struct {
		system, user string
		outputs      map[string]any
		want         string // next, outputs, and the number of tool calls
	}{
		"nothing to do": {"## Node Objective\nSay hello.", "", nil, `[] {} 0`},
		"no objective":  {"## Job Description\nSay hello.", "Look up the weather.", nil, `[] {} 0`},
		"a tool":        {"## Node Objective\nFind out.\n" + tool, "", nil, `[] {} 1`},
		"its results": {"## Node Objective\nFind out.\n" + tool, "## Tool Results\n{}", nil,
			`[{"route" "judge"}] {} 0`},
		"an output": {"## Node Objective\nName the sky.", "", sky, `[] {"sky": "rain"} 0`},
		"the end":   {"## Node Objective\nYou have the last word.", "The sky: rain", nil, `[{"end" ""}] {} 0`},
	} {
		t.Run(name, func(t *testing.T) {
			user := message{Role: "user", Content: "## Input\nHow is it?\n" + tt.user}
			said := chat(t, url, asked{Model: ollamatest.KindStages, Format: servingSchema(tt.outputs),
				Messages: []message{{Role: "system", Content: tt.system}, user}}).Content
			if got := shown(t, said); got != tt.want {
				t.Errorf("%s: got %s, want %s", said, got, tt.want)
			}
		})
	}
}

// servingSchema is the schema of a serving's answers; encoding sorts the keys as Agens does.
func servingSchema(outputs map[string]any) map[string]any {
	text := map[string]any{"type": "string"}
	list := func(of map[string]any) map[string]any { return map[string]any{"type": "array", "items": of} }
	if outputs == nil {
		outputs = map[string]any{}
	}
	return object(map[string]any{
		"body": text, "outputs": object(outputs),
		"next": list(object(map[string]any{"type": map[string]any{"enum": []string{"route", "end"}}, "value": text})),
		"tool_calls": list(object(map[string]any{
			"id": text, "name": text, "arguments": list(object(map[string]any{"key": text, "value": text})),
			"server_name": text, "type": text,
		})),
	})
}

// object is the schema of an object with exactly these keys, all required.
func object(properties map[string]any) map[string]any {
	return map[string]any{
		"type": "object", "properties": properties, "additionalProperties": false,
		"required": slices.Sorted(maps.Keys(properties)),
	}
}

// shown summarizes an answer of a serving: the next node, its outputs, and the number of tool calls.
func shown(t *testing.T, answer string) string {
	t.Helper()
	said := as[struct {
		Body    string
		Next    []struct{ Type, Value string }
		Outputs json.RawMessage
		Calls   []any `json:"tool_calls"`
	}](t, answer)
	next := ""
	for _, n := range said.Next {
		next += fmt.Sprintf("{%q %q}", n.Type, n.Value)
	}
	return fmt.Sprintf("[%s] %s %d", next, said.Outputs, len(said.Calls))
}
