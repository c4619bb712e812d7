package app_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

const anthropicConversation = `{"model":"claude-x","max_tokens":200,"stream":true,
 "system":[{"type":"text","text":"Be good.","cache_control":{"type":"ephemeral"}},{"type":"text","text":"Be brief."}],
 "messages":[{"role":"user","content":[{"type":"text","text":"look"},
 {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}]},
 {"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"I ask."},
 {"type":"tool_use","id":"toolu_1","name":"w","input":{"city": "Paris"}}]},
 {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"sunny","is_error":true},
 {"type":"text","text":"and?"}]}],
 "tools":[{"name":"w","description":"d","input_schema":{"type": "object"},"cache_control":{"type":"ephemeral"}}],
 "output_config":{"effort":"low","format":{"type":"json_schema","name":"V","schema":{"type":"object"}}}}`

func TestAnthropicRead(t *testing.T) {
	t.Parallel()
	got, err := app.NewStore().Read(app.Messages, []byte(anthropicConversation))
	if err != nil {
		t.Fatal(err)
	}
	section := func(name, text string) pipeline.Section { return pipeline.Section{Name: name, Text: text} }
	want := &app.Body{Endpoint: app.Messages, Model: "claude-x", Stream: true, FormatName: "V"}
	want.Request = pipeline.Request{
		Messages: []pipeline.Message{
			{Role: "system",
				Sections: []pipeline.Section{section("Content", "Be good."), section("Content", "Be brief.")},
				Fields:   json.RawMessage(`{"content":[{"cache_control":{"type":"ephemeral"}},{}]}`)},
			{Role: "user", Sections: []pipeline.Section{section("Content", "look"),
				section("image", "[image image/png 8 bytes sha256:4c4b6a3be1314ab8]")}},
			{Role: "assistant", Sections: []pipeline.Section{section("Reasoning", "hm"), section("Content", "I ask.")},
				ToolCalls: []pipeline.ToolCall{{ID: "toolu_1", Name: "w", Arguments: `{"city": "Paris"}`}},
				Fields:    json.RawMessage(`{"content":[{"signature":"s"},{},{}]}`)},
			{Role: "tool", ToolCallID: "toolu_1", Sections: []pipeline.Section{section("Content", "sunny")},
				Fields: json.RawMessage(`{"is_error":true}`)},
			{Role: "user", Sections: []pipeline.Section{section("Content", "and?")}},
		},
		Tools:  []pipeline.Tool{{Name: "w", Description: "d", Parameters: json.RawMessage(`{"type":"object"}`)}},
		Format: json.RawMessage(`{"type":"object"}`),
		Parameters: json.RawMessage(`{"endpoint":"messages","model":"claude-x","max_tokens":200,"stream":true,` +
			`"output_config":{"effort":"low"},"tools":{"w":{"cache_control":{"type":"ephemeral"}}}}`),
	}
	anthropicSame(t, want, got)
}

func TestOllamaRead(t *testing.T) {
	t.Parallel()
	chat := `{"model":"m","messages":[{"role":"user","content":"see","images":["iVBORw0KGgo="]},
	 {"role":"assistant","content":"","thinking":"hm","tool_calls":[{"function":{"name":"w","arguments":{"n": 1}}}]},
	 {"role":"tool","content":"sunny","tool_name":"w"}],"format":"json","options":{"seed":1},
	 "tools":[{"type":"function","function":{"name":"w","description":"d","parameters":{"type":"object"}}}]}`
	got, err := app.NewStore().Read(app.OllamaChat, []byte(chat))
	if err != nil {
		t.Fatal(err)
	}
	image := pipeline.Section{Name: "image", Text: "[image 8 bytes sha256:4c4b6a3be1314ab8]"}
	anthropicSame(t, &app.Body{Endpoint: app.OllamaChat, Model: "m", Stream: true, Request: pipeline.Request{
		Messages: []pipeline.Message{
			{Role: "user", Sections: []pipeline.Section{{Name: "Content", Text: "see"}, image}},
			{Role: "assistant", Sections: []pipeline.Section{{Name: "Reasoning", Text: "hm"}},
				ToolCalls: []pipeline.ToolCall{{Name: "w", Arguments: `{"n": 1}`}}},
			{Role: "tool", Name: "w", Sections: []pipeline.Section{{Name: "Content", Text: "sunny"}}},
		},
		Tools:      []pipeline.Tool{{Name: "w", Description: "d", Parameters: json.RawMessage(`{"type":"object"}`)}},
		Format:     json.RawMessage(`"json"`),
		Parameters: json.RawMessage(`{"endpoint":"ollama.chat","model":"m","options":{"seed":1}}`),
	}}, got)
	got, err = app.NewStore().Read(app.OllamaGenerate,
		[]byte(`{"model":"m","system":"s","prompt":"p","images":["iVBORw0KGgo="],"stream":false,"raw":true}`))
	if err != nil {
		t.Fatal(err)
	}
	anthropicSame(t, &app.Body{Endpoint: app.OllamaGenerate, Model: "m", Request: pipeline.Request{
		Messages: []pipeline.Message{pipeline.Text("system", "Content", "s"),
			{Role: "user", Sections: []pipeline.Section{{Name: "Content", Text: "p"}, image}}},
		Parameters: json.RawMessage(`{"endpoint":"ollama.generate","model":"m","stream":false,"raw":true}`),
	}}, got)
}

func anthropicSame(t *testing.T, want, got *app.Body) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(app.Body{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

var anthropicSample = pipeline.Response{Content: "öl", Reasoning: "h", Usage: pipeline.Usage{Prompt: 7, Completion: 5},
	ToolCalls: []pipeline.ToolCall{{ID: "call_0", Name: "w", Arguments: `{}`}}, Duration: 3 * time.Millisecond}

// The bytes of an answer in each form. The pieces of a stream add up to what clients expect.
func TestAnthropicOllamaWrite(t *testing.T) {
	t.Parallel()
	const at = `"created_at":"2001-09-09T01:46:40Z"`
	const metrics = `"total_duration":3000000,"load_duration":1,"prompt_eval_count":7,"prompt_eval_duration":1,"eval_count":5,"eval_duration":3000000}`
	const call = `"tool_calls":[{"id":"call_0","function":{"index":0,"name":"w","arguments":{}}}]`
	const head = `{"id":"msg_0123","type":"message","role":"assistant","model":"m1","content":[`
	const zero = `"cache_creation_input_tokens":0,"cache_read_input_tokens":0,`
	for _, c := range []struct {
		endpoint app.Endpoint
		stream   bool
		want     string
	}{
		{app.Messages, false, head +
			`{"type":"thinking","thinking":"h","signature":"SIG"},{"type":"text","text":"öl"},` +
			`{"type":"tool_use","id":"call_0","name":"w","input":{}}],` +
			`"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":7,` + zero + `"output_tokens":5}}`},
		{app.Messages, true, anthropicLines(
			"message_start", `,"message":`+head+`],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":7,`+zero+`"output_tokens":1}}`,
			"ping", "",
			"content_block_start", `,"index":0,"content_block":{"type":"thinking","thinking":"","signature":""}`,
			"content_block_delta", `,"index":0,"delta":{"thinking":"h","type":"thinking_delta"}`,
			"content_block_delta", `,"index":0,"delta":{"signature":"SIG","type":"signature_delta"}`,
			"content_block_stop", `,"index":0`,
			"content_block_start", `,"index":1,"content_block":{"type":"text","text":""}`,
			"content_block_delta", `,"index":1,"delta":{"text":"ö","type":"text_delta"}`,
			"content_block_delta", `,"index":1,"delta":{"text":"l","type":"text_delta"}`,
			"content_block_stop", `,"index":1`,
			"content_block_start", `,"index":2,"content_block":{"type":"tool_use","id":"call_0","name":"w","input":{}}`,
			"content_block_delta", `,"index":2,"delta":{"partial_json":"{","type":"input_json_delta"}`,
			"content_block_delta", `,"index":2,"delta":{"partial_json":"}","type":"input_json_delta"}`,
			"content_block_stop", `,"index":2`,
			"message_delta", `,"delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"input_tokens":7,`+zero+`"output_tokens":5}`,
			"message_stop", "")},
		{app.OllamaChat, false,
			`{"model":"m1",` + at + `,"message":{"role":"assistant","content":"öl","thinking":"h",` +
				call + `},"done":true,"done_reason":"stop",` + metrics},
		{app.OllamaChat, true,
			`{"model":"m1",` + at + `,"message":{"role":"assistant","content":"","thinking":"h"},"done":false}` + "\n" +
				`{"model":"m1",` + at + `,"message":{"role":"assistant","content":"ö"},"done":false}` + "\n" +
				`{"model":"m1",` + at + `,"message":{"role":"assistant","content":"l"},"done":false}` + "\n" +
				`{"model":"m1",` + at + `,"message":{"role":"assistant","content":"",` + call + `},"done":false}` + "\n" +
				`{"model":"m1",` + at + `,"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop",` + metrics + "\n"},
		{app.OllamaGenerate, false, `{"model":"m1",` + at + `,"response":"öl","thinking":"h",` + call +
			`,"done":true,"done_reason":"stop","context":[],` + metrics},
	} {
		s := app.NewStore()
		b, err := s.Read(c.endpoint, fmt.Appendf(nil, anthropicBodies[c.endpoint], c.stream))
		if err != nil {
			t.Fatal(err)
		}
		sent, err := s.Write(b, app.Reply{Response: anthropicSample, Seed: "x", Created: time.Unix(1e9, 0)})
		if err != nil {
			t.Fatal(err)
		}
		got := string(bytes.Join(sent.Pieces, nil))
		got = anthropicMasked(got)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s %v (-want +got):\n%s", c.endpoint, c.stream, d)
		}
	}
}

// anthropicMasked replaces the ids that are made by SHA-256.
func anthropicMasked(text string) string {
	if i := strings.Index(text, "msg_"); i >= 0 {
		text = strings.ReplaceAll(text, text[i:i+28], "msg_0123")
	}
	if i := strings.LastIndex(text, `"signature":"`); i >= 0 && len(text) > i+57 {
		text = strings.ReplaceAll(text, text[i+13:i+57], "SIG")
	}
	return text
}

func anthropicLines(events ...string) string {
	var b strings.Builder
	for i := 0; i < len(events); i += 2 {
		fmt.Fprintf(&b, "event: %s\ndata: {\"type\":\"%s\"%s}\n\n", events[i], events[i], events[i+1])
	}
	return b.String()
}

// A long answer comes in eight pieces, whatever its length.
func TestAnthropicStreamIsShort(t *testing.T) {
	t.Parallel()
	most := map[app.Endpoint]int{app.Messages: 8 + 6, app.OllamaChat: 8 + 1, app.OllamaGenerate: 8 + 1}
	for endpoint, most := range most {
		s := app.NewStore()
		b, err := s.Read(endpoint, fmt.Appendf(nil, anthropicBodies[endpoint], true))
		if err != nil {
			t.Fatal(err)
		}
		sent, err := s.Write(b, app.Reply{Response: pipeline.Response{Content: strings.Repeat("世界", 20_000)}})
		if err != nil || len(sent.Pieces) > most || len(sent.Pieces) < 8 {
			t.Errorf("%s: %d pieces, %v; want at most %d", endpoint, len(sent.Pieces), err, most)
		}
	}
}

func TestAnthropicOllamaFail(t *testing.T) {
	t.Parallel()
	for status, kind := range map[int]string{
		400: "invalid_request_error", 401: "authentication_error", 403: "permission_error",
		404: "not_found_error", 413: "request_too_large", 422: "invalid_request_error", 429: "rate_limit_error",
		500: "api_error", 503: "api_error", 504: "timeout_error", 529: "overloaded_error",
	} {
		sent := app.Fail(app.Messages, status, `no "x" <here>`)
		want := `{"type":"error","error":{"type":"` + kind + `","message":"no \"x\" <here>"}}`
		if got := string(bytes.Join(sent.Pieces, nil)); got != want || sent.Status != status ||
			sent.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%d %v %s, want %s", sent.Status, sent.Header, got, want)
		}
		var e *wire.Error
		if _, err := app.Answer(app.Messages, true, sent.Pieces[0]); !errors.As(err, &e) || e.Kind != kind {
			t.Errorf("%d: read back as %v", status, err)
		}
	}
	for _, endpoint := range []app.Endpoint{app.OllamaChat, app.OllamaGenerate} {
		sent := app.Fail(endpoint, 404, `model "x" not found`)
		if got := string(bytes.Join(sent.Pieces, nil)); got != `{"error":"model \"x\" not found"}` ||
			sent.Status != 404 {
			t.Errorf("%d %s", sent.Status, got)
		}
	}
}

// Answers of real providers have members that answers written here do not have.
func TestAnthropicOllamaAnswer(t *testing.T) {
	t.Parallel()
	stream := "event: message_start\r\ndata: " +
		`{"type":"message_start","message":{"id":"msg_9","type":"message","role":"assistant","model":"claude-9","content":[],` +
		`"stop_reason":null,"usage":{"input_tokens":10,"cache_read_input_tokens":5,"output_tokens":1}}}` + "\r\n\r\n" +
		": a comment\n\nevent: later_kind\ndata: {\"type\":\"later_kind\"}\n\n" + anthropicLines(
		"content_block_start", `,"index":0,"content_block":{"type":"text","text":"a"}`,
		"content_block_delta", `,"index":0,"delta":{"type":"text_delta","text":"b"}`,
		"content_block_delta", `,"index":0,"delta":{"type":"citations_delta","citation":{}}`,
		"content_block_stop", `,"index":0`,
		"content_block_start", `,"index":1,"content_block":{"type":"tool_use","id":"t1","name":"now","input":{}}`,
		"content_block_start", `,"index":2,"content_block":{"type":"tool_use","id":"t2","name":"w","input":{}}`,
		"content_block_delta", `,"index":2,"delta":{"type":"input_json_delta","partial_json":""}`,
		"content_block_delta", `,"index":2,"delta":{"type":"input_json_delta","partial_json":"{\"c\":"}`,
		"message_delta", `,"delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":42,"input_tokens":null}`,
		"message_stop", "")
	want := pipeline.Response{Content: "ab", Finish: "length", Usage: pipeline.Usage{Prompt: 15, Completion: 42},
		ToolCalls: []pipeline.ToolCall{{ID: "t1", Name: "now", Arguments: "{}"}, {ID: "t2", Name: "w",
			Arguments: `{"c":`}},
		Origin: pipeline.Origin{Model: "claude-9"}}
	got, err := app.Answer(app.Messages, true, []byte(stream))
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	lines := `{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"index":0,"name":"w","arguments":{"n":1}}}]},"done":false}
{"model":"m","message":{"role":"assistant","content":"x"},"done":false}
{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":5,"eval_count":2}`
	want = pipeline.Response{Content: "x", Finish: "tool_calls", Usage: pipeline.Usage{Completion: 2}, Duration: 5,
		ToolCalls: []pipeline.ToolCall{{ID: "c1", Name: "w",
			Arguments: `{"n":1}`}}, Origin: pipeline.Origin{Model: "m"}}
	got, err = app.Answer(app.OllamaChat, true, []byte(lines))
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}

// A body that is not an answer gives an error with the reason.
func TestAnthropicOllamaBadAnswer(t *testing.T) {
	t.Parallel()
	start := anthropicLines("message_start", `,"message":{"type":"message","content":[]}`)
	for _, c := range []struct {
		endpoint   app.Endpoint
		body, want string
	}{
		{app.Messages, start, "cut off: there is no message_stop"},
		{app.Messages, "", "cut off"},
		{app.Messages, start + anthropicLines("error", `,"error":{"type":"overloaded_error","message":"later"}`),
			"overloaded_error: later"},
		{app.Messages, start + "data: {\"type\":\"mess", "cut off: there is no message_stop"},
		{app.Messages, start + "data: {\"type\":\"mess\n\n", "an event that is not JSON"},
		{app.Messages, start + anthropicLines("content_block_delta", `,"index":3`), "block 3, which has not begun"},
		{app.Messages, start + anthropicLines("content_block_start", ``), "without a block"},
		{app.Messages, anthropicLines("message_delta", ``), "before message_start"},
		{app.Messages, anthropicLines("message_stop", ``), "no message_start"},
		{app.Messages, anthropicLines("message_start", ``, "message_stop", ""), "no message_start"},
		{app.OllamaChat, "", "no line is done"},
		{app.OllamaChat, `{"message":{"content":"x"},"done":false}` + "\n", "no line is done"},
		{app.OllamaChat, `{"message":{"content":"x"},"done":false}` + "\n{\"mess", "a line that is cut off"},
		{app.OllamaChat, `{"message":{"content":"x"},"done":false}` + "\n" + `{"error":"the runner ended"}`,
			"the runner ended"},
		{app.OllamaGenerate, `{"response":"x","done":false}`, "no line is done"},
		{app.OllamaGenerate, `{"response":7,"done":true}`, "cannot unmarshal"},
	} {
		got, err := app.Answer(c.endpoint, true, []byte(c.body))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %+v, %v; want %q", c.body, got, err, c.want)
		}
	}
}

// A request without a message loads or unloads the model, whatever the reply would say.
func TestOllamaLoads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		endpoint   app.Endpoint
		body, want string
	}{
		{app.OllamaChat, `{"model":"m","messages":[]}`,
			`"message":{"role":"assistant","content":""},"done":true,"done_reason":"load"}` + "\n"},
		{app.OllamaChat, `{"model":"m","stream":false,"keep_alive":0}`,
			`"message":{"role":"assistant","content":""},"done":true,"done_reason":"unload"}`},
		{app.OllamaGenerate, `{"model":"m","prompt":"","keep_alive":"0s"}`,
			`"response":"","done":true,"done_reason":"unload"}` + "\n"},
		{app.OllamaGenerate, `{"model":"m","keep_alive":"5m","stream":false}`,
			`"response":"","done":true,"done_reason":"load"}`},
	} {
		s := app.NewStore()
		b, err := s.Read(c.endpoint, []byte(c.body))
		if err != nil || !b.Loads() {
			t.Fatalf("%s: %v", c.body, err)
		}
		sent, err := s.Write(b, app.Reply{Response: anthropicSample, Created: time.Unix(1e9, 0)})
		want := `{"model":"m","created_at":"2001-09-09T01:46:40Z",` + c.want
		if err != nil || len(sent.Pieces) != 1 || string(sent.Pieces[0]) != want || sent.Status != http.StatusOK {
			t.Errorf("%s: %v %q\nwant %q", c.body, err, sent.Pieces, want)
		}
	}
	b, err := app.NewStore().Read(app.OllamaChat, []byte(`{"messages":[{"role":"user","content":"hi"}]}`))
	if err != nil || b.Loads() {
		t.Errorf("%v: a request with a message loads nothing", err)
	}
}

func BenchmarkAnthropicRead(b *testing.B) { anthropicBenchRead(b, app.Messages, `,"input_schema":{}`) }
func BenchmarkOllamaRead(b *testing.B)    { anthropicBenchRead(b, app.OllamaChat, ``) }

// A body of 50 kB: a long system prompt, and a conversation of 60 messages.
func anthropicBench(more string) []byte {
	var ms []string
	for range 60 {
		ms = append(ms, `{"role":"user","content":"`+strings.Repeat("words of a user ", 40)+`"}`)
	}
	return fmt.Appendf(nil, `{"model":"m","system":%q,"messages":[%s],"tools":[{"name":"t"%s}]}`,
		strings.Repeat("You are good. ", 700), strings.Join(ms, ","), more)
}

func anthropicBenchRead(b *testing.B, endpoint app.Endpoint, more string) {
	body := anthropicBench(more)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := app.NewStore().Read(endpoint, body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAnthropicWrite(b *testing.B) {
	s := app.NewStore()
	body, err := s.Read(app.Messages, anthropicBench(""))
	if err != nil {
		b.Fatal(err)
	}
	body.Stream = true
	for b.Loop() {
		if _, err := s.Write(body, app.Reply{Response: anthropicSample, Seed: "s"}); err != nil {
			b.Fatal(err)
		}
	}
}
