package wire_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

func request() pipeline.Request {
	zero, seed := 0.0, 7
	return pipeline.Request{
		Stage: "main", Model: "m", Format: json.RawMessage(`{"type":"object"}`),
		Options: pipeline.Options{Temperature: &zero, Seed: &seed, Stop: []string{"END"}},
		Messages: []pipeline.Message{
			{Role: pipeline.RoleSystem, Sections: []pipeline.Section{{Name: "A", Text: "one <b>\n\n"},
				{Name: "B", Text: "two\u2028"}}},
			pipeline.Text(pipeline.RoleUser, "Message", "你好 & \"hi\""),
			{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{
				{ID: "1", Name: "look", Arguments: `{"n": 1.0, "é":"<"}`},
				{ID: "2", Name: "look", Arguments: `not JSON`}, {ID: "3", Name: "look"},
			}},
			{Role: pipeline.RoleTool, ToolCallID: "1", Name: "look",
				Sections: []pipeline.Section{{Name: "Result", Text: "found"}}},
		},
		Tools: []pipeline.Tool{{Name: "look", Description: "Look.",
			Parameters: json.RawMessage(`{"type":"object","required":["n"]}`)}},
	}
}

// T-1: every message has the key content. T-2: arguments are a string, in the model's own bytes. X-2.
func TestOpenAI_T1_T2_X2(t *testing.T) {
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
func TestOllama_X2(t *testing.T) {
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

func TestJSONFormat_X2(t *testing.T) {
	req := pipeline.Request{Messages: []pipeline.Message{}, Format: json.RawMessage(`"json"`)}
	check(t, wire.OpenAI, req, `{"model":"","messages":[],"response_format":{"type":"json_object"}}`)
	check(t, wire.LiteLLM, req, `{"model":"","messages":[],"response_format":{"type":"json_object"}}`)
	check(t, wire.Anthropic, req, `{"model":"","max_tokens":4096,"messages":[]}`)
	check(t, wire.Codex, req, `{"model":"","input":[],"text":{"format":{"type":"json_object"}}}`)
	check(t, wire.Ollama, req, `{"model":"","messages":[],"format":"json","options":{},"stream":false}`)
}

func TestSchemaFormat_X2(t *testing.T) {
	req := pipeline.Request{Stage: "router", Messages: []pipeline.Message{},
		Format: json.RawMessage(`{"type":"object"}`)}
	const named = `"name":"router","schema":{"type":"object"}`
	check(t, wire.OpenAI, req, `{"model":"","messages":[],"response_format":{"type":"json_schema","json_schema":{`+
		named+`}}}`)
	check(t, wire.Anthropic, req,
		`{"model":"","max_tokens":4096,"messages":[],"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}}`)
	check(t, wire.Codex, req, `{"model":"","input":[],"text":{"format":{"type":"json_schema",`+named+`}}}`)
	check(t, wire.Ollama, req, `{"model":"","messages":[],"format":{"type":"object"},"options":{},"stream":false}`)
}

// What the API would reject is not sent: blank turns and texts, and a num_predict that means no limit.
func TestAnthropicRefuses_X2(t *testing.T) {
	req := pipeline.Request{
		Options: pipeline.Options{NumPredict: new(-1)},
		Messages: []pipeline.Message{
			pipeline.Text(pipeline.RoleSystem, "A", " \n"),
			pipeline.Text(pipeline.RoleUser, "Message", ""),
			{Role: pipeline.RoleAssistant, Sections: []pipeline.Section{{Text: "\u00a0"}},
				ToolCalls: []pipeline.ToolCall{{ID: "1", Name: "look", Arguments: "{}"}}},
			result("1", "look", ""),
			pipeline.Text(pipeline.RoleAssistant, "Answer", ""),
			result("2", "look", "late"),
		},
	}
	check(t, wire.Anthropic, req, `{"model":"","max_tokens":4096,"messages":[`+
		`{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"look","input":{}}]},`+
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"1"},{"type":"tool_result","tool_use_id":"2","content":"late"}]}]}`)
}

// A num_predict that is not positive means no limit, which is expressed by omission where possible.
func TestNoLimit_X2(t *testing.T) {
	for _, n := range []int{0, -1} {
		req := pipeline.Request{Messages: []pipeline.Message{}, Options: pipeline.Options{NumPredict: &n}}
		check(t, wire.OpenAI, req, `{"model":"","messages":[]}`)
		check(t, wire.LiteLLM, req, `{"model":"","messages":[]}`)
		check(t, wire.Codex, req, `{"model":"","input":[]}`)
		check(t, wire.Ollama, req, fmt.Sprintf(`{"model":"","messages":[],"options":{"num_predict":%d},"stream":false}`,
			n))
	}
}

// A system message goes to system or instructions only if it is the first message of all: elsewhere it keeps its place.
func TestSystemInPlace_X2(t *testing.T) {
	req := pipeline.Request{Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", "hi"),
		pipeline.Text(pipeline.RoleSystem, "Finalizer", "end")}}
	check(t, wire.Anthropic, req, `{"model":"","max_tokens":4096,"messages":[{"role":"user","content":"hi"},`+
		`{"role":"user","content":[{"type":"text","text":"<system>\nend\n</system>"}]}]}`)
	check(t, wire.Codex, req,
		`{"model":"","input":[{"type":"message","role":"user","content":"hi"},{"type":"message","role":"system","content":"end"}]}`)
}

// Calls stay with their message, also if two of one role are consecutive: then the second has an item.
func TestCallsOfTwoMessages_X2(t *testing.T) {
	calls := func(id string) pipeline.Message {
		return pipeline.Message{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{{ID: id, Name: "look"}}}
	}
	req := pipeline.Request{Messages: []pipeline.Message{calls("1"), calls("2"), pipeline.Text(pipeline.RoleAssistant,
		"Answer", "x"), calls("3")}}
	const said, called = `{"type":"message","role":"assistant","content":"`, `"},{"type":"function_call","call_id":"`
	check(t, wire.Codex, req,
		`{"model":"","input":[{"type":"function_call","call_id":"1","name":"look","arguments":""},`+
			said+called+`2","name":"look","arguments":""},`+said+`x"},`+said+called+
			`3","name":"look","arguments":""}]}`)
}

// Two calls of one message may share an id: their results come in the order of the calls, and each keeps its own tool's
// name.
func TestOneIDTwice_X3(t *testing.T) {
	result := func(name string) pipeline.Message {
		return pipeline.Message{Role: pipeline.RoleTool, ToolCallID: "c", Name: name,
			Sections: []pipeline.Section{{Name: "Content", Text: "ok"}}}
	}
	calls := func(names ...string) pipeline.Message {
		m := pipeline.Message{Role: pipeline.RoleAssistant}
		for _, name := range names {
			m.ToolCalls = append(m.ToolCalls, pipeline.ToolCall{ID: "c", Name: name, Arguments: "{}"})
		}
		return m
	}
	want := []pipeline.Message{calls("clock", "alarm"), result("clock"), result("alarm"), calls("door"), result("door"),
		result("door")}
	for _, form := range wire.Forms() {
		body, err := wire.Body(form, pipeline.Request{Messages: want})
		if err != nil {
			t.Fatal(err)
		}
		got, err := wire.Read(form, body)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got.Messages, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-want +got):\n%s", form, d)
		}
	}
}

// An object nested deeper than the project reads is sent as text: its indented size would be quadratic in its depth.
func TestDeepArguments_X2(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000)
	req := pipeline.Request{Messages: []pipeline.Message{{Role: pipeline.RoleAssistant,
		ToolCalls: []pipeline.ToolCall{{ID: "1", Name: "look", Arguments: deep}}}}}
	for _, form := range wire.Forms() {
		body, err := wire.Body(form, req)
		if err != nil {
			t.Fatal(err)
		}
		if len(body) > 2*len(deep) {
			t.Errorf("%s: %d bytes", form, len(body))
		}
	}
}

// What a form cannot express is an error, never a guess.
func TestUnknownRole_X2(t *testing.T) {
	req := pipeline.Request{Messages: []pipeline.Message{pipeline.Text("narrator", "Aside", "meanwhile")}}
	for _, form := range []string{wire.Anthropic, wire.Codex} {
		if _, err := wire.Body(form, req); err == nil || !strings.Contains(err.Error(), `role "narrator"`) {
			t.Errorf("%s: error %v", form, err)
		}
	}
}

func TestUnknownForm(t *testing.T) {
	const want = `form "smoke-signals": want one of openai, litellm, anthropic, codex, ollama`
	_, err1 := wire.Body("smoke-signals", request())
	_, err2 := wire.Read("smoke-signals", nil)
	_, err3 := wire.AnswerBody("smoke-signals", pipeline.Response{})
	_, err4 := wire.Answer("smoke-signals", nil)
	for i, err := range []error{err1, err2, err3, err4} {
		if err == nil || err.Error() != want {
			t.Errorf("%d: error %v", i, err)
		}
	}
}

// check compares bodies without their indentation, otherwise to the byte.
func check(t *testing.T, form string, req pipeline.Request, want string) {
	t.Helper()
	body, err := wire.Body(form, req)
	if err != nil {
		t.Fatal(err)
	}
	got, err := jsonvalue.Canonical(body)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", form, d)
	}
}

// Compact is Body without blanks between tokens: every other byte is the same.
func TestCompact_X1(t *testing.T) {
	for _, form := range wire.Forms() {
		body, err := wire.Body(form, request())
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := json.Compact(&want, body); err != nil {
			t.Fatal(err)
		}
		if got, err := wire.Compact(form, request()); err != nil || string(got) != want.String() {
			t.Errorf("%s: %v\n%s\nwant\n%s", form, err, got, want.String())
		}
	}
	if _, err := wire.Compact("no form", request()); err == nil {
		t.Error("a form that is none")
	}
}
