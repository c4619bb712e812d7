package openai

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// A call of a tool declared as custom is a custom call, whole and streamed; one of a function is not.
func TestCustomCalls(t *testing.T) {
	t.Parallel()
	const tools = `"model":"m","tools":[{"type":"custom","custom":{"name":"patch"}},{"type":"function","function":{"name":"f"}},` +
		`{"type":"custom","name":"patch2","format":{"type":"text"}}]`
	resp := pipeline.Response{ToolCalls: []pipeline.ToolCall{{ID: "c1", Name: "patch", Arguments: "*"},
		{ID: "c2", Name: "f", Arguments: "{}"}, {ID: "c3", Name: "patch2"}}}
	for _, tt := range []struct {
		endpoint provider.Endpoint
		body     string
		want     []string
	}{
		{provider.ChatCompletions, `{"messages":[{}],` + tools + `}`, []string{`"tool_calls":[` +
			`{"id":"c1","type":"custom","custom":{"name":"patch","input":"*"}},` +
			`{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}},` +
			`{"id":"c3","type":"custom","custom":{"name":"patch2","input":""}}]`}},
		{provider.ChatCompletions, `{"messages":[{}],"stream":true,` + tools + `}`, []string{
			`[{"index":0,"id":"c1","type":"custom","custom":{"name":"patch","input":""}}]`,
			`[{"index":0,"custom":{"input":"*"}}]`,
			`[{"index":1,"id":"c2","type":"function","function":{"name":"f","arguments":""}}]`,
			`[{"index":1,"function":{"arguments":"{"}}]`,
			`[{"index":2,"id":"c3","type":"custom","custom":{"name":"patch2","input":""}}]`}},
		{provider.Responses, `{"input":"hi",` + tools + `}`, []string{
			`{"call_id":"c1","id":"` + provider.ID("ctc_", "s", 0) +
				`","input":"*","name":"patch","status":"completed","type":"custom_tool_call"}`,
			`"arguments":"{}","call_id":"c2","id":"` + provider.ID("fc_", "s", 1)}},
		{provider.Responses, `{"input":"hi","stream":true,` + tools + `}`, []string{
			`"delta":"*","item_id":"` + provider.ID("ctc_", "s", 0) + `","output_index":0,"sequence_number":3,` +
				`"type":"response.custom_tool_call_input.delta"`,
			`"input":"*","item_id":"` + provider.ID("ctc_", "s", 0) + `","output_index":0,"sequence_number":4,` +
				`"type":"response.custom_tool_call_input.done"`,
			`"response.function_call_arguments.done"`}},
	} {
		s := newStore()
		b, err := s.Read(tt.endpoint, []byte(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		sent, err := s.Write(b, provider.Reply{Seed: "s", Created: time.Unix(9, 0), Response: resp})
		if err != nil {
			t.Fatal(err)
		}
		all := string(bytes.Join(sent.Pieces, nil))
		for _, want := range tt.want {
			if !strings.Contains(all, want) {
				t.Errorf("%s: no %s in\n%s", tt.body, want, all)
			}
		}
		got, err := openaiOpenAIAnswer(tt.endpoint, b.Stream, []byte(all))
		if d := cmp.Diff(resp.ToolCalls, got.ToolCalls); err != nil || d != "" {
			t.Errorf("%s: read back: %v (-want +got):\n%s", tt.body, err, d)
		}
	}
}

// A client that sends a custom call back, or refers to its item, gets the call that was kept.
func TestCustomCallsAreKept(t *testing.T) {
	t.Parallel()
	s := newStore()
	b, err := s.Read(provider.Responses, []byte(`{"input":"hi","tools":[{"type":"custom","name":"patch"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	sent, err := s.Write(b, provider.Reply{Seed: "s", Response: pipeline.Response{
		ToolCalls: []pipeline.ToolCall{{Name: "patch", Arguments: "*"}}}})
	if err != nil {
		t.Fatal(err)
	}
	var said struct{ Output json.RawMessage }
	if err := json.Unmarshal(sent.Pieces[0], &said); err != nil {
		t.Fatal(err)
	}
	var all [][]pipeline.Message
	for _, input := range []string{string(said.Output),
		`[{"type":"item_reference","id":"` + provider.ID("ctc_", "s", 0) + `"}]`} {
		b, err := s.Read(provider.Responses, []byte(`{"input":`+input+`}`))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b.Request.Messages)
	}
	if d := cmp.Diff(all[0], all[1]); d != "" || all[0][0].ToolCalls[0].Arguments != "*" {
		t.Errorf("%v (-sent back +referred to):\n%s", all[0], d)
	}
}
