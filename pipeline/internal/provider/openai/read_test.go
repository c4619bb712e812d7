package openai

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// openAISame treats nil and empty lists as equal.
var openAISame = cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreFields(provider.Body{}, "Instructed")}

func openAIMessage(role, fields string, texts ...string) pipeline.Message {
	m := pipeline.Message{Role: role}
	if fields != "" {
		m.Fields = json.RawMessage(fields)
	}
	for _, text := range texts {
		name, text, _ := strings.Cut(text, "|")
		m.Sections = append(m.Sections, pipeline.Section{Name: name, Text: text})
	}
	return m
}

func openAICalls(fields string, calls ...pipeline.ToolCall) pipeline.Message {
	m := openAIMessage("assistant", fields)
	m.ToolCalls = calls
	return m
}

const (
	png     = "data:image/png;base64,iVBORw0KGgo=" // 8 bytes
	pngLine = "[image image/png 8 bytes sha256:4c4b6a3be1314ab8]"
)

// Each message and item in the shape in which clients send it.
func TestReadsMessages(t *testing.T) {
	t.Parallel()
	result := openAIMessage("tool", "", "Content|sunny")
	result.ToolCallID, result.Name = "c1", "weather"
	output := openAIMessage("tool", `{"id":"o1","status":"completed"}`, "Content|a", "image|"+pngLine)
	output.ToolCallID = "c1"
	custom := openAIMessage("tool", `{"type":"custom_tool_call_output"}`, "Content|done")
	custom.ToolCallID = "c2"
	named := openAIMessage("user", "", "Content|hi")
	named.Name = "ann"
	call := pipeline.ToolCall{ID: "c1", Name: "weather", Arguments: "{ \"city\":\"\\u004fslo\"}"}
	patch := pipeline.ToolCall{ID: "c2", Name: "patch", Arguments: "*** Begin"}
	for _, tt := range []struct {
		endpoint provider.Endpoint
		said     string
		want     []pipeline.Message
	}{
		{provider.ChatCompletions, `{"role":"developer","content":"x"}`, []pipeline.Message{openAIMessage("developer",
			"", "Content|x")}},
		{provider.ChatCompletions, `{"role":"user","content":"hi","name":"ann"}`, []pipeline.Message{named}},
		{provider.ChatCompletions,
			`{"role":"assistant","content":null},{"role":"assistant"},{"role":"assistant","content":""}`,
			[]pipeline.Message{openAIMessage("assistant", `{"content":null}`),
				openAIMessage("assistant", `{"content":"absent"}`), openAIMessage("assistant", "")}},
		{provider.ChatCompletions,
			`{"content":"a"},{"role":null,"content":[]},{"role":"","content":[{"type":"text","text":""}]}`,
			[]pipeline.Message{openAIMessage("user", `{"role":"absent"}`, "Content|a"),
				openAIMessage("user", `{"role":null,"content":[]}`),
				openAIMessage("user", `{"role":"","content":[{"type":"text","text":""}]}`)}},
		{provider.ChatCompletions,
			`{"role":"user","content":["a",{"type":"text","text":"b","cache_control":{"type":"ephemeral"}},
			{"type":"image_url","image_url":{"url":"` + png + `","detail":"high"}},
			{"type":"image_url","image_url":{"url":"https://a.example/b.png"}},
			{"type":"input_audio","input_audio":{"data":"AAEC","format":"wav"}},
			{"type":"file","file":{"file_id":"file-1","filename":"a.pdf"}},{"type":"hologram","x":1},7]}`,
			[]pipeline.Message{openAIMessage("user", `{"content":["text",{"cache_control":{"type":"ephemeral"}},`+
				`{"image_url":{"detail":"high"}},{},{},{"file":{"filename":"a.pdf"}},{"type":"hologram","x":1},7]}`,
				"Content|a", "Content|b", "image|"+pngLine, "image|[image https://a.example/b.png]",
				"audio|[audio wav 3 bytes sha256:ae4b3280e56e2faf]", "file|[file file-1]")}},
		{provider.ChatCompletions,
			`{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,!"}}]}`,
			[]pipeline.Message{openAIMessage("user",
				`{"content":[{"image_url":{"url":"data:image/png;base64,!"}}]}`, "image|[image]")}},
		{provider.ChatCompletions,
			`{"role":"assistant","refusal":null,"annotations":[],"content":[{"type":"refusal","refusal":"no"}]}`,
			[]pipeline.Message{openAIMessage("assistant", `{"refusal":null,"annotations":[]}`, "refusal|no")}},
		{provider.ChatCompletions,
			`{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":
			{"name":"weather","arguments":"{ \"city\":\"\\u004fslo\"}"}},{"id":"c2","type":"custom","custom":
			{"name":"patch","input":"*** Begin"}},{"id":"c3","index":0,"function":{"name":"f","arguments":{"a": 1}}}]}`,
			[]pipeline.Message{openAICalls(`{"tool_calls":[{},{"type":"custom"},`+
				`{"index":0,"function":{"arguments":"as JSON"},"type":"absent"}]}`, call, patch,
				pipeline.ToolCall{ID: "c3", Name: "f", Arguments: `{"a": 1}`})}},
		{provider.ChatCompletions, `{"role":"tool","content":"sunny","tool_call_id":"c1","name":"weather"}`,
			[]pipeline.Message{result}},
		{provider.ChatCompletions, `"odd",{"role":7,"content":{"a":1},"tool_calls":null}`, []pipeline.Message{
			openAIMessage("user", `{"message":"odd"}`),
			openAIMessage("user", `{"role":7,"content":{"a":1},"tool_calls":null}`)}},

		{provider.Responses,
			`{"role":"developer","content":"x"},{"type":"message","role":"user","id":"m1","status":"completed",
			"content":[{"type":"input_text","text":"y"},{"type":"input_image","image_url":"` + png + `","detail":"low"},
			{"type":"input_file","file_url":"https://a.example/b.pdf"}]}`, []pipeline.Message{
				openAIMessage("developer", "", "Content|x"),
				openAIMessage("user", `{"id":"m1","status":"completed","content":[{},{"detail":"low"},{}]}`, "Content|y",
					"image|"+pngLine, "file|[file https://a.example/b.pdf]")}},
		{provider.Responses,
			`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"z","annotations":[],
			"logprobs":[]}]}`, []pipeline.Message{
				openAIMessage("assistant", `{"content":[{"annotations":[],"logprobs":[]}]}`, "Content|z")}},
		{provider.Responses,
			`{"type":"function_call","call_id":"c1","name":"weather","arguments":"{ \"city\":\"\\u004fslo\"}"},
			{"type":"custom_tool_call","call_id":"c2","id":"ct","name":"patch","input":"*** Begin"},
			{"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"a"},
			{"type":"input_image","image_url":"` + png + `"}],"id":"o1","status":"completed"},
			{"type":"custom_tool_call_output","call_id":"c2","output":"done"}`, []pipeline.Message{
				openAICalls(`{"tool_calls":[{},{"type":"custom_tool_call","id":"ct"}]}`, call, patch), output, custom}},
		{provider.Responses, `{"type":"function_call","call_id":"c1","name":"f","arguments":"1"},
			{"type":"function_call","call_id":"c2","name":"g","arguments":""}`, []pipeline.Message{openAICalls("",
			pipeline.ToolCall{ID: "c1", Name: "f", Arguments: "1"}, pipeline.ToolCall{ID: "c2", Name: "g"})}},
		{provider.Responses, `{"type":"reasoning","id":"rs1","summary":[{"type":"summary_text","text":"a"},
			{"type":"summary_text","text":"b"}],"content":[{"type":"reasoning_text","text":"c"}],"encrypted_content":"gA"}`,
			[]pipeline.Message{openAIMessage("assistant", `{"id":"rs1","encrypted_content":"gA"}`, "Reasoning|a",
				"Reasoning|b", "Reasoning|c")}},
		{provider.Responses,
			`{"type":"web_search_call","id":"ws","status":"completed"},{"type":"x","role":"assistant"},7`,
			[]pipeline.Message{openAIMessage("user", `{"type":"web_search_call","id":"ws","status":"completed"}`),
				openAIMessage("assistant", `{"type":"x"}`), openAIMessage("user", `{"item":7}`)}},
	} {
		key := "input"
		if tt.endpoint == provider.ChatCompletions {
			key = "messages"
		}
		body := `{"` + key + `":[` + tt.said + `]}`
		b, err := newStore().Read(tt.endpoint, []byte(body))
		if err != nil {
			t.Errorf("%v: %s", err, body)
			continue
		}
		if d := cmp.Diff(tt.want, b.Request.Messages, openAISame); d != "" {
			t.Errorf("%s (-want +got):\n%s", body, d)
		}
	}
}

// Tools, format and everything else of a body.
func TestReadsBodies(t *testing.T) {
	t.Parallel()
	hi := []pipeline.Message{pipeline.Text("user", "Content", "hi")}
	chat, resp := `{"messages":[{"role":"user","content":"hi"}],`, `{"input":"hi",`
	object, word := json.RawMessage(`{"type":"object"}`), json.RawMessage(`"json"`)
	for _, tt := range []struct {
		endpoint provider.Endpoint
		body     string
		want     provider.Body
	}{
		{provider.ChatCompletions,
			chat + `"model":"m","stream":true,"stream_options":{"include_usage":true},"temperature":0.20}`,
			provider.Body{Model: "m", Stream: true, Request: pipeline.Request{Parameters: json.RawMessage(
				`{"endpoint":"chat.completions","model":"m","stream":true,"stream_options":{"include_usage":true},` +
					`"temperature":0.20}`)}}},
		{provider.ChatCompletions,
			chat + `"tools":[{"type":"function","function":{"name":"f","description":"d","parameters":
			{"type":"object"}}},{"type":"function","function":{"name":"g","strict":false}},{"type":"custom","custom":
			{"name":"h","format":{"type":"text"}}},9],"functions":[{"name":"old","parameters":null}]}`,
			provider.Body{Request: pipeline.Request{Tools: []pipeline.Tool{
				{Name: "f", Description: "d", Parameters: object},
				{Name: "g"}, {Name: "h"}, {Name: "old"}}, Parameters: json.RawMessage(`{"endpoint":"chat.completions","tools":` +
				`{"g":{"function":{"strict":false}},"h":{"type":"custom","custom":{"format":{"type":"text"}}},"":9},` +
				`"functions":{"old":{"parameters":null}}}`)}}},
		{provider.ChatCompletions, chat + `"response_format":{"type":"json_object"}}`,
			provider.Body{Request: pipeline.Request{Format: word,
				Parameters: json.RawMessage(`{"endpoint":"chat.completions"}`)}}},
		{provider.ChatCompletions,
			chat + `"response_format":{"type":"json_schema","json_schema":{"name":"n","strict":true,"schema":
			{"type": "object"}}}}`, provider.Body{FormatName: "n", Request: pipeline.Request{Format: object,
				Parameters: json.RawMessage(`{"endpoint":"chat.completions","response_format":{"json_schema":{"strict":true}}}`)}}},
		{provider.ChatCompletions, chat + `"response_format":{"type":"text"},"tools":null}`,
			provider.Body{Request: pipeline.Request{
				Parameters: json.RawMessage(`{"endpoint":"chat.completions","response_format":{"type":"text"},"tools":null}`)}}},
		{provider.Responses,
			resp + `"tools":[{"type":"function","name":"f","description":"d","parameters":{"type":"object"},
			"strict":false},{"type":"web_search_preview","size":"low"},{"type":"web_search_preview","size":"high"}],
			"previous_response_id":null}`,
			provider.Body{Request: pipeline.Request{Tools: []pipeline.Tool{
				{Name: "f", Description: "d", Parameters: object},
				{Name: "web_search_preview"}, {Name: "web_search_preview"}}, Parameters: json.RawMessage(
				`{"endpoint":"responses","tools":{"f":{"strict":false},"web_search_preview":{"size":"low"},` +
					`"web_search_preview#2":{"size":"high"}}}`)}}},
		{provider.Responses,
			resp + `"text":{"format":{"type":"json_schema","name":"n","strict":true,"schema":{"type":"object"}},
			"verbosity":"low"}}`, provider.Body{FormatName: "n", Request: pipeline.Request{Format: object,
				Parameters: json.RawMessage(`{"endpoint":"responses","text":{"format":{"strict":true},"verbosity":"low"}}`)}}},
		{provider.Responses, resp + `"text":{"format":{"type":"json_object"}}}`,
			provider.Body{Request: pipeline.Request{Format: word,
				Parameters: json.RawMessage(`{"endpoint":"responses"}`)}}},
		{provider.Responses, resp + `"text":{},"instructions":["odd"]}`, provider.Body{Request: pipeline.Request{
			Parameters: json.RawMessage(`{"endpoint":"responses","text":{},"instructions":["odd"]}`)}}},
	} {
		got, err := newStore().Read(tt.endpoint, []byte(tt.body))
		if err != nil {
			t.Errorf("%v: %s", err, tt.body)
			continue
		}
		tt.want.Endpoint, tt.want.Request.Messages = tt.endpoint, hi
		if d := cmp.Diff(tt.want, *got, openAISame); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.body, d)
		}
		openAIAccount(t, []byte(tt.body), got)
	}
}

// A body that is no request gives a *SyntaxError, a dangling reference an *UnknownReferenceError.
func TestRefuses(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 2000) + strings.Repeat("]", 2000)
	for _, tt := range []struct {
		endpoint provider.Endpoint
		body     string
		key, id  string // of a reference; empty: a *SyntaxError
	}{
		{provider.ChatCompletions, `{}`, "", ""}, {provider.ChatCompletions, `{"messages":[]}`, "", ""},
		{provider.ChatCompletions, `{"messages":"hi"}`, "", ""}, {provider.ChatCompletions,
			`{"messages":[{"x":` + deep + `}]}`, "", ""},
		{provider.ChatCompletions, `{"messages":[{}],"x":` + deep + `}`, "", ""}, {provider.ChatCompletions,
			`{"messages":[{}]`, "", ""},
		{provider.Responses, `{}`, "", ""}, {provider.Responses, `{"input":7}`, "", ""}, {provider.Responses,
			`{"input":[]}`, "", ""},
		{provider.Responses, `[]`, "", ""}, {provider.Responses, `{"input":[{"type":"x","y":` + deep + `}]}`, "", ""},
		{provider.Responses, `{"input":"x","previous_response_id":"resp_1"}`, "previous_response_id", "resp_1"},
		{provider.Responses, `{"input":[{"type":"item_reference","id":"msg_1"}]}`, "item_reference", "msg_1"},
		{provider.Responses, `{"input":[{"id":"msg_1"}]}`, "item_reference", "msg_1"},
		{provider.Responses, `{"input":"x","conversation":"conv_1"}`, "conversation", "conv_1"},
		{provider.Responses, `{"input":"x","conversation":{"id":"conv_1"}}`, "conversation", "conv_1"},
	} {
		_, err := newStore().Read(tt.endpoint, []byte(tt.body))
		if tt.key == "" {
			if _, ok := errors.AsType[*provider.SyntaxError](err); !ok {
				t.Errorf("%.80s: %v", tt.body, err)
			}
			continue
		}
		unknown, ok := errors.AsType[*provider.UnknownReferenceError](err)
		if !ok || unknown.Key != tt.key || unknown.ID != tt.id {
			t.Errorf("%.80s: %v", tt.body, err)
		}
	}
}

// Instructions stand before the messages that the request continues.
func TestReadsReferences(t *testing.T) {
	t.Parallel()
	s := newStore()
	s.KeepAnswer("resp_1", []pipeline.Message{pipeline.Text("user", "Content", "a"),
		pipeline.Text("assistant", "Content", "b")})
	s.KeepItem("fc_1", openAICalls(`{"tool_calls":[{"id":"fc_1"}]}`, pipeline.ToolCall{ID: "c1", Name: "f"}))
	s.KeepItem("fc_2", openAICalls("", pipeline.ToolCall{ID: "c2", Name: "g"}))
	b, err := s.Read(provider.Responses, []byte(`{"instructions":"be kind","previous_response_id":"resp_1","input":[
		{"type":"item_reference","id":"fc_1"},{"id":"fc_2"},{"role":"user","content":"c"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []pipeline.Message{openAIMessage("system", "", "Content|be kind"), openAIMessage("user", "", "Content|a"),
		openAIMessage("assistant", "", "Content|b"), openAICalls(`{"tool_calls":[{"id":"fc_1"},{}]}`,
			pipeline.ToolCall{ID: "c1", Name: "f"}, pipeline.ToolCall{ID: "c2", Name: "g"}),
		openAIMessage("user", "", "Content|c")}
	if d := cmp.Diff(want, b.Request.Messages, openAISame); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := string(b.Request.Parameters); got != `{"endpoint":"responses"}` {
		t.Error(got)
	}
}

// A body of many small values is read in linear time.
func TestReadsMany(t *testing.T) {
	t.Parallel()
	const n = 20_000
	for e, body := range map[provider.Endpoint]string{
		provider.ChatCompletions: `{"messages":[{"content":[` + strings.Repeat(`{"x":1},`, n) + `1],"tool_calls":[` +
			strings.Repeat(`{"x":1},`, n) + `1]}],"tools":[` + strings.Repeat(`{"name":"a","x":1},`, n) + `1]}`,
		provider.Responses: `{"input":[` + strings.Repeat(`{"type":"function_call","id":"x"},`, n) + `1]}`,
	} {
		begin := time.Now()
		b, err := newStore().Read(e, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begin); took > 3*time.Second {
			t.Errorf("%s: %v", e, took)
		}
		if calls := len(b.Request.Messages[0].ToolCalls); calls != n {
			t.Errorf("%s: %d calls", e, calls)
		}
	}
}
