package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

func request() pipeline.Request {
	zero, seed := 0.0, 7
	return pipeline.Request{
		Stage: "main", Model: "m", Format: json.RawMessage(`{"type":"object"}`),
		Options: pipeline.Options{Temperature: &zero, Seed: &seed, Stop: []string{"END"}},
		Messages: []pipeline.Message{
			{Role: pipeline.RoleSystem, Sections: []pipeline.Section{{Name: "A", Text: "one <b>\n\n"}, {Name: "B", Text: "two\u2028"}}},
			pipeline.Text(pipeline.RoleUser, "Message", "你好 & \"hi\""),
			{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{
				{ID: "1", Name: "look", Arguments: `{"n": 1.0, "é":"<"}`}, {ID: "2", Name: "look", Arguments: `not JSON`}, {ID: "3", Name: "look"},
			}},
			{Role: pipeline.RoleTool, ToolCallID: "1", Name: "look", Sections: []pipeline.Section{{Name: "Result", Text: "found"}}},
		},
		Tools: []pipeline.Tool{{Name: "look", Description: "Look.", Parameters: json.RawMessage(`{"type":"object","required":["n"]}`)}},
	}
}

// T-1: the key content stands in every message. T-2: arguments are a string, in the model's own bytes. X-2.
func TestOpenAI_T1_T2(t *testing.T) {
	want := `{"model":"m","messages":[` +
		`{"role":"system","content":"one <b>\n\ntwo` + "\u2028" + `"},` +
		`{"role":"user","content":"你好 & \"hi\""},` +
		`{"role":"assistant","content":"","tool_calls":[` +
		`{"id":"1","type":"function","function":{"name":"look","arguments":"{\"n\": 1.0, \"é\":\"<\"}"}},` +
		`{"id":"2","type":"function","function":{"name":"look","arguments":"not JSON"}},` +
		`{"id":"3","type":"function","function":{"name":"look","arguments":""}}]},` +
		`{"role":"tool","content":"found","tool_call_id":"1","name":"look"}],` +
		`"tools":[{"type":"function","function":{"name":"look","description":"Look.","parameters":{"type":"object","required":["n"]}}}],` +
		`"response_format":{"type":"json_schema","json_schema":{"name":"main","schema":{"type":"object"}}},"temperature":0,"seed":7,"stop":["END"]}`
	check(t, wire.OpenAI, request(), want)
}

// arguments are an object in the model's own bytes, or the text under _raw; the tool's name is tool_name.
func TestOllama(t *testing.T) {
	want := `{"model":"m","messages":[` +
		`{"role":"system","content":"one <b>\n\ntwo` + "\u2028" + `"},` +
		`{"role":"user","content":"你好 & \"hi\""},` +
		`{"role":"assistant","content":"","tool_calls":[` +
		`{"id":"1","function":{"name":"look","arguments":{"n":1.0,"é":"<"}}},` +
		`{"id":"2","function":{"name":"look","arguments":{"_raw":"not JSON"}}},` +
		`{"id":"3","function":{"name":"look","arguments":{"_raw":""}}}]},` +
		`{"role":"tool","content":"found","tool_call_id":"1","tool_name":"look"}],` +
		`"tools":[{"type":"function","function":{"name":"look","description":"Look.","parameters":{"type":"object","required":["n"]}}}],` +
		`"format":{"type":"object"},"options":{"temperature":0,"seed":7,"stop":["END"]},"stream":false}`
	check(t, wire.Ollama, request(), want)
}

func TestJSONFormat(t *testing.T) {
	req := pipeline.Request{Messages: []pipeline.Message{}, Format: json.RawMessage(`"json"`)}
	check(t, wire.OpenAI, req, `{"model":"","messages":[],"response_format":{"type":"json_object"}}`)
	check(t, wire.Ollama, req, `{"model":"","messages":[],"format":"json","options":{},"stream":false}`)
}

func TestUnknownForm(t *testing.T) {
	if _, err := wire.Body("smoke-signals", request()); err == nil {
		t.Error("a form that there is not was written")
	}
}

// check compares without the indentation, to the byte otherwise.
func check(t *testing.T, form string, req pipeline.Request, want string) {
	t.Helper()
	body, err := wire.Body(form, req)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pipeline.CanonicalJSON(body)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", form, d)
	}
}
