package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

var openAITexts = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", " ", "\n\n", "data: [DONE]\n\n", "你好,海狸 🦫",
	"\u2028", "<b>&amp;", `{"error":"x"}`, strings.Repeat("é", 100)}))

var openAIFinishes = rapid.SampledFrom([]string{"", "stop", "length", "content_filter", "refusal", "tool_calls",
	"load"})

// openAIResponses generates responses of models, with calls that have ids and calls that have none.
var openAIResponses = rapid.Custom(func(t *rapid.T) pipeline.Response {
	resp := pipeline.Response{
		Content: openAITexts.Draw(t, "content"), Reasoning: openAITexts.Draw(t, "reasoning"),
		Finish: openAIFinishes.Draw(t, "finish"),
		Usage: pipeline.Usage{Prompt: rapid.IntRange(0, 9).Draw(t, "prompt"),
			Completion: rapid.IntRange(0, 9).Draw(t, "completion")},
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "calls") {
		id := rapid.SampledFrom([]string{"", "call_own" + strconv.Itoa(i)}).Draw(t, "id")
		resp.ToolCalls = append(resp.ToolCalls, pipeline.ToolCall{ID: id, Name: "f" + strconv.Itoa(i),
			Arguments: rapid.OneOf(openAITexts, rapid.Just(`{ "a": 1.0}`)).Draw(t, "arguments")})
	}
	return resp
})

func openAIBody(t rapid.TB, s openAIStore, e provider.Endpoint, stream bool) *provider.Body {
	said := `{"model":"m","stream":` + strconv.FormatBool(stream) +
		`,"stream_options":{"include_usage":true},"instructions":"be kind","messages":[{"role":"user","content":"hi"}],` +
		`"input":"hi"}`
	b, err := s.Read(e, []byte(said))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// openAIWritten returns what a client has of a response: with ids, a finish and tokens.
func openAIWritten(e provider.Endpoint, b *provider.Body, r provider.Reply) pipeline.Response {
	want := r.Response
	want.ToolCalls = provider.Calls(provider.NewLedger(), r, "call_")
	want.Usage = provider.Usage(b, r.Response)
	want.Finish = finishOf(r.Response)
	if refused(r.Response) { // it is read as what was filtered
		want.Finish = finishFiltered
	}
	if e == provider.Responses && want.Finish == finishTools && len(want.ToolCalls) == 0 {
		want.Finish = finishStop
	}
	want.Origin.Model = "m"
	return want
}

// Written answers read back, streamed and not.
func TestWrittenIsReadLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := rapid.SampledFrom([]provider.Endpoint{provider.ChatCompletions, provider.Responses}).Draw(t, "endpoint")
		stream := rapid.Bool().Draw(t, "stream")
		s := newStore()
		b := openAIBody(t, s, e, stream)
		r := provider.Reply{Response: openAIResponses.Draw(t, "response"), Seed: "seed", Created: time.Unix(5, 0)}
		given := fmt.Sprint(r.Response)
		sent, err := s.Write(b, r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := openaiOpenAIAnswer(e, stream, bytes.Join(sent.Pieces, nil))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(openAIWritten(e, b, r), got, openAISame); d != "" {
			t.Fatalf("(-want +got):\n%s\n%s", d, bytes.Join(sent.Pieces, nil))
		}
		if fmt.Sprint(r.Response) != given {
			t.Fatal("the response of the caller has changed")
		}
		again, err := newStore().Write(b, r)
		if d := cmp.Diff(sent, again); err != nil || d != "" {
			t.Fatalf("%v: the same again is another answer:\n%s", err, d)
		}
		for _, c := range got.ToolCalls {
			if s.kind(c.ID) != provider.Call {
				t.Fatalf("%q was not noted", c.ID)
			}
		}
	})
}

// A stream that is cut before its end is an error, and so is one with an error event.
func TestStreamsThatFail(t *testing.T) {
	t.Parallel()
	for _, e := range []provider.Endpoint{provider.ChatCompletions, provider.Responses} {
		s := newStore()
		b := openAIBody(t, s, e, true)
		sent, err := s.Write(b, provider.Reply{Seed: "x", Response: pipeline.Response{
			Content: "sunny today", Reasoning: "hm", ToolCalls: []pipeline.ToolCall{{Name: "f",
				Arguments: `{"a":1}`}}}})
		if err != nil {
			t.Fatal(err)
		}
		end := len(sent.Pieces) - 1
		if e == provider.ChatCompletions {
			end -= 2 // finish, tokens and [DONE]
		}
		for n := range end {
			whole := bytes.Join(sent.Pieces[:n], nil)
			half := append(bytes.Clone(whole), sent.Pieces[n][:len(sent.Pieces[n])/2]...)
			for _, body := range [][]byte{whole, half} {
				if resp, err := openaiOpenAIAnswer(e, true, body); !errors.Is(err, errCut) {
					t.Errorf("%s, cut in event %d: %v, %v", e, n, resp, err)
				}
			}
		}
		limit := string(openAIForms[e].Fail(429, "slow down").Pieces[0])
		for body, kind := range map[string]string{
			limit: "rate_limit_error",
			"event: error\ndata: " + `{"error":{"type":"x","message":"slow down"}}` + "\n\n":             "x",
			"data: " + `{"type":"error","error":{"type":"x","message":"slow down"}}` + "\r\n\r\n":        "x",
			"data: " + `{"type":"error","code":"y","error":{"code":"y","message":"slow down"}}` + "\n\n": "y",
		} {
			_, err := openaiOpenAIAnswer(e, true, []byte(body))
			if said, ok := errors.AsType[*wire.Error](err); !ok || said.Kind != kind || said.Message != "slow down" {
				t.Errorf("%s: %s: %v", e, body, err)
			}
		}
		if _, err := openaiOpenAIAnswer(e, true, []byte("data: {\n\n")); err == nil || errors.Is(err, errCut) {
			t.Errorf("%s: %v", e, err)
		}
	}
	for body, want := range map[string]string{
		`{"type":"error","code":"busy","message":"m","sequence_number":3}`:                      "codex answer: busy: m",
		`{"type":"response.failed","response":{"error":{"code":"server_error","message":"m"}}}`: "codex answer: server_error: m",
		`{"type":"response.completed"}`:                                                         "the last event",
		`{"type":"error"}`:                                                                      "no more than that",
	} {
		_, err := openaiOpenAIAnswer(provider.Responses, true, []byte("data: "+body+"\n\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// Streams as other servers write them.
func TestStreamsOfServers(t *testing.T) {
	t.Parallel()
	want := pipeline.Response{Content: "ab", Reasoning: "hm", Finish: "tool_calls", Usage: pipeline.Usage{Prompt: 3,
		Completion: 4}, Origin: pipeline.Origin{Model: "m"}, ToolCalls: []pipeline.ToolCall{
		{ID: "c1", Name: "f", Arguments: `{"x":1}`}, {ID: "c2", Name: "g", Arguments: `{"y": 2}`}}}
	for name, tt := range map[string]struct {
		endpoint provider.Endpoint
		body     string
	}{
		"by index, with comments and CRLF": {provider.ChatCompletions,
			": hello\r\n\r\ndata: " + `{"model":"m","choices":[` +
				`{"index":0,"delta":{"role":"assistant","content":"a","reasoning":"hm"}}]}` + "\r\n\r\n" +
				`data:{"choices":[{"index":1,"delta":{"content":"other"}},{"index":0,"delta":{"content":"b","tool_calls":[` +
				`{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{\"x\""}},` +
				`{"index":1,"id":"c2","function":{"name":"g","arguments":""}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{\"y\": 2}"}},` + "\ndata: " +
				`{"index":0,"function":{"arguments":":1}"}}]},"finish_reason":"tool_calls"}],"usage":null}` + "\n\n" +
				`data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}` + "\n\ndata: [DONE]"},
		"without index, arguments as objects": {provider.ChatCompletions,
			`data: {"model":"m","choices":[{"delta":{"content":"ab",` +
				`"reasoning_content":"hm","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{\"x\""}},` +
				`{"function":{"arguments":":1}"}},{"id":"c2","function":{"name":"g","arguments":{"y": 2}}}]},` +
				`"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":4}}` + "\n\n"},
		"not streamed": {provider.ChatCompletions,
			`{"model":"m","choices":[{"message":{"content":"ab","reasoning":"hm","tool_calls":[` +
				`{"id":"c1","function":{"name":"f","arguments":"{\"x\":1}"}},{"id":"c2","function":{"name":"g","arguments":` +
				`"{\"y\": 2}"}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":4}}`},
		"items only once": {provider.Responses,
			`data: {"type":"response.output_item.done","item":{"type":"reasoning","summary":[` +
				`{"type":"summary_text","text":"hm"}]}}` + "\n\n" + `data: {"type":"response.output_item.done","item":{"type":` +
				`"message","content":[{"type":"output_text","text":"ab"}]}}` + "\n\n" + `event: response.output_item.done` + "\n" +
				`data: {"item":{"type":"function_call","call_id":"c1","name":"f","arguments":"{\"x\":1}"}}` + "\n\n" +
				`data: {"type":"response.output_item.done","item":{"type":"function_call","call_id":"c2","name":"g",` +
				`"arguments":"{\"y\": 2}"}}` + "\n\n" + `data: {"type":"response.completed","response":{"object":"response",` +
				`"model":"m","status":"completed","output":[],"usage":{"input_tokens":3,"output_tokens":4}}}` + "\n\n"},
	} {
		got, err := openaiOpenAIAnswer(tt.endpoint, true, []byte(tt.body))
		if d := cmp.Diff(want, got, openAISame); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, d)
		}
	}
}

func TestFails(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{
		400: `{"error":{"message":"<m>","type":"invalid_request_error","param":null,"code":null}}`,
		401: `{"error":{"message":"<m>","type":"authentication_error","param":null,"code":"invalid_api_key"}}`,
		403: `{"error":{"message":"<m>","type":"permission_error","param":null,"code":null}}`,
		404: `{"error":{"message":"<m>","type":"not_found_error","param":null,"code":"not_found"}}`,
		429: `{"error":{"message":"<m>","type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"}}`,
		500: `{"error":{"message":"<m>","type":"server_error","param":null,"code":null}}`,
		503: `{"error":{"message":"<m>","type":"server_error","param":null,"code":"service_unavailable"}}`,
	} {
		for _, e := range []provider.Endpoint{provider.ChatCompletions, provider.Responses} {
			sent := openAIForms[e].Fail(status, "<m>")
			if sent.Status != status || string(bytes.Join(sent.Pieces, nil)) != want ||
				sent.Header.Get("Content-Type") != "application/json" {
				t.Errorf("%s %d: %v %s", e, status, sent, sent.Pieces)
			}
		}
	}
}

func TestModels(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		names []string
		want  string
	}{
		{nil, `{"object":"list","data":[]}`},
		{[]string{"b", "a"},
			`{"object":"list","data":[{"id":"b","object":"model","created":0,"owned_by":"beaver-eval"},` +
				`{"id":"a","object":"model","created":0,"owned_by":"beaver-eval"}]}`},
	} {
		if sent := Models(tt.names); sent.Status != http.StatusOK || string(bytes.Join(sent.Pieces, nil)) != tt.want {
			t.Errorf("%q: %d %s", tt.names, sent.Status, sent.Pieces)
		}
	}
}

// Whatever is read has valid text and canonical JSON, the same each time.
func FuzzRead(f *testing.F) {
	for _, body := range []string{
		`{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"` + png + `"}},"x"]}],"tools":[7]}`,
		`{"messages":[{"role":"assistant","tool_calls":[{"id":"c","type":"custom","custom":{"name":"n","input":"i"}},8]}]}`,
		`{"input":[{"type":"function_call","call_id":"c","name":"f","arguments":{}},{"type":"function_call","id":1},{"id":1}]}`,
		`{"input":"x","text":{"format":{"type":"json_schema","schema":{}}},"instructions":"\ud800"}`,
		`{"input":[{"role":"assistant","tool_calls":[{}],"x":"` + "\xff" + `"},{"type":"function_call"}]}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, e := range []provider.Endpoint{provider.ChatCompletions, provider.Responses} {
			b, err := newStore().Read(e, body)
			if err != nil {
				continue
			}
			again, err := newStore().Read(e, body)
			if d := cmp.Diff(b, again, openAISame); err != nil || d != "" {
				t.Errorf("%v:\n%s", err, d)
			}
			openAIWhole(t, b)
			if _, err := newStore().Write(b, provider.Reply{Seed: "s"}); err != nil {
				t.Error(err)
			}
		}
	})
}

func openAIWhole(t *testing.T, b *provider.Body) {
	t.Helper()
	for leaf := range openAIRead(t, b) {
		if repaired, runs := pipeline.Repair(leaf); runs > 0 {
			t.Errorf("%q is not UTF-8", repaired)
		}
	}
	all := []json.RawMessage{b.Request.Parameters, b.Request.Format}
	for _, m := range b.Request.Messages {
		all = append(all, m.Fields)
		if m.Role == "" && len(m.Sections)+len(m.ToolCalls) > 0 && bytes.Contains(m.Fields, []byte(`"role"`)) {
			t.Errorf("%v has two roles", m)
		}
	}
	for _, tool := range b.Request.Tools {
		all = append(all, tool.Parameters)
	}
	for _, raw := range all {
		if canonical, err := jsonvalue.CanonicalValid(raw); raw != nil && (err != nil || !bytes.Equal(raw, canonical)) {
			t.Errorf("%s is not canonical: %v", raw, err)
		}
	}
}
