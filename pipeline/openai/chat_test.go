package openai_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/openai"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

func TestChatAnswers(t *testing.T) {
	call := func(name, arguments string) pipeline.ToolCall {
		return pipeline.ToolCall{Name: name, Arguments: arguments}
	}
	for _, tt := range []struct {
		name string
		body string
		want pipeline.Response
	}{
		{"text", content("Paris ") + content("it is.") + finish("stop") + done,
			pipeline.Response{Content: "Paris it is.", Finish: "stop"}},
		{"thinking of vLLM, SGLang and llama.cpp", delta(`{"role":"assistant","content":null}`) +
			delta(`{"reasoning_content":"a "}`) + delta(`{"reasoning_content":"city"}`) + content("Paris") +
			finish("stop") + done, pipeline.Response{Content: "Paris", Reasoning: "a city", Finish: "stop"}},
		{"thinking of Ollama", delta(`{"content":"","reasoning":"a city"}`) + content("Paris") + finish("stop") + done,
			pipeline.Response{Content: "Paris", Reasoning: "a city", Finish: "stop"}},
		{"think tags are left to who reads the content", content("<think>a city</think>Paris") + finish("stop") + done,
			pipeline.Response{Content: "<think>a city</think>Paris", Finish: "stop"}},
		{"cut by num_predict", content(`{ "la`) + finish("length") + done,
			pipeline.Response{Content: `{ "la`, Finish: "length"}},
		{"nothing", delta(`{"role":"assistant"}`) + finish("stop") + done, pipeline.Response{Finish: "stop"}},
		{"tool calls by index, in pieces",
			delta(`{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]}`) +
				delta(`{"tool_calls":[{"index":0,"function":{"arguments":"{\"z\":"}}]}`) +
				delta(`{"tool_calls":[{"index":1,"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]}`) +
				delta(`{"tool_calls":[{"index":0,"function":{"arguments":" 1.0}"}}]}`) + finish("tool_calls") + done,
			pipeline.Response{Finish: "tool_calls", ToolCalls: []pipeline.ToolCall{
				call("f", `{"z": 1.0}`), call("g", "{}")}}},
		{"tool calls without an index, and stop",
			delta(`{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"a"}}]}`) +
				delta(`{"tool_calls":[{"function":{"arguments":"\":2}"}}]}`) +
				delta(`{"tool_calls":[{"id":"b","function":{"name":"g","arguments":{"b": 3}}}]}`) + finish("stop") + done,
			pipeline.Response{Finish: "tool_calls", ToolCalls: []pipeline.ToolCall{
				call("f", `{"a":2}`), call("g", `{"b": 3}`)}}},
		{"arguments that are no JSON stay as they are",
			delta(`{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{\"city\": "}}]}`) +
				finish("length") + done,
			pipeline.Response{Finish: "length", ToolCalls: []pipeline.ToolCall{call("f", `{"city": `)}}},
		{"tokens come after the finish reason", content("a") + finish("stop") +
			`data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":4,"total_tokens":11}}` + "\n\n" + done,
			pipeline.Response{Content: "a", Finish: "stop", Usage: pipeline.Usage{Prompt: 7, Completion: 4}}},
		{"implausible tokens", content("a") + finish("stop") +
			`data: {"choices":[],"usage":{"prompt_tokens":-7,"completion_tokens":400000000}}` + "\n\n" + done,
			pipeline.Response{Content: "a", Finish: "stop"}},
		{"comments, other fields, and lines of Windows", ": processing\r\n\r\nid: 1\r\nevent: message\r\nretry: 9\r\n" +
			strings.ReplaceAll(content("a"), "\n", "\r\n") + ":\n\n" + finish("stop") + done,
			pipeline.Response{Content: "a", Finish: "stop"}},
		{"data in two lines, none after it, and no last blank line",
			"data: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"a\"}}]}\n\n" + finish("stop") +
				"data: [DONE]",
			pipeline.Response{Content: "a", Finish: "stop"}},
		{"more behind the end", content("a") + finish("stop") + done + content("b") + "<html>",
			pipeline.Response{Content: "a", Finish: "stop"}},
		{"another choice", `data: {"choices":[{"index":1,"delta":{"content":"b"}}]}` + "\n\n" + content("a") +
			finish("stop") + done, pipeline.Response{Content: "a", Finish: "stop"}},
		{"a refusal", delta(`{"refusal":"No."}`) + finish("stop") + done,
			pipeline.Response{Content: "No.", Finish: "content_filter"}},
		{"what is not UTF-8 is repaired", delta("{\"content\":\"a\xff\"}") + finish("stop") + done,
			pipeline.Response{Content: "a\uFFFD", Finish: "stop"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := ollamatest.New(t, always(ollamatest.Answer{Body: tt.body}))
			got, err := newClient(t, openai.Config{}, s.URL).Chat(t.Context(), hello())
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Origin = origin()
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("response (-want +got):\n%s", d)
			}
		})
	}
}

// Error objects are as the servers word them.
func TestChatFails_FB1(t *testing.T) {
	status := func(status int, body string) ollamatest.Answer { return ollamatest.Answer{Status: status, Body: body} }
	stream := func(body string) ollamatest.Answer { return ollamatest.Answer{Status: 200, Body: body} }
	broken := func(body string) string { return content("Par") + body }
	for _, tt := range []struct {
		name    string
		answer  ollamatest.Answer
		outcome server.Outcome
		reason  pipeline.Reason
		text    string // of the error behind the outcome
		content string // received by then
	}{
		{"no [DONE]", stream(content("Par") + finish("stop")), openai.NotDone, pipeline.Transport, "", "Par"},
		{"no finish reason", stream(content("Par") + done), openai.Unfinished, pipeline.Transport, "", "Par"},
		{"only [DONE]", stream(done), openai.Unfinished, pipeline.Transport, "", ""},
		{"an end in the middle", stream(content("Par") + `data: {"choi`), server.Garbage, pipeline.Transport, "", "Par"},
		{"given up", stream(content("Par") + finish("abort") + done), openai.GivenUp, pipeline.Transport, "", "Par"},
		{"nothing at all", stream(""), server.NothingSaid, pipeline.Transport, "", ""},
		{"comments alone", stream(": keep-alive\n\n"), openai.NotDone, pipeline.Transport, "", ""},
		{"an error in the stream, of vLLM",
			stream(broken(`data: {"error":{"object":"error","message":"the engine is dead","type":"InternalServerError",` +
				`"code":500}}` + "\n\n" + done)),
			server.ErrorLine, pipeline.Transport, ": the engine is dead", "Par"},
		{"an error event", stream(broken("event: error\ndata: {\"message\":\"Model unloaded.\"}\n\n")),
			server.ErrorLine, pipeline.Transport, ": Model unloaded.", "Par"},
		{"an error field, of older versions of llama.cpp",
			stream(broken(`error: {"code":500,"message":"it failed","type":"server_error"}` + "\n\n")),
			server.ErrorLine, pipeline.Transport, ": it failed", "Par"},
		{"an error as text", stream(broken(`data: {"error":"it failed"}` + "\n\n")),
			server.ErrorLine, pipeline.Transport, ": it failed", "Par"},
		{"an error instead of a stream", stream(`{"error":{"message":"it failed","type":"x"}}`),
			server.ErrorLine, pipeline.Transport, ": it failed", ""},
		{"a page", stream("<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n</html>\r\n"), server.Garbage,
			pipeline.Transport, "", ""},
		{"an answer that is no stream", stream(`{"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}`),
			server.Garbage, pipeline.Transport, "", ""},
		{"no JSON", stream(broken("data: \x00\xff\xfe{<garbage>\n\n")), server.Garbage, pipeline.Transport, "", "Par"},
		{"bad request", status(400, `{"error":{"message":"bad grammar","type":"invalid_request_error","param":null,`+
			`"code":null}}`), server.BadRequest, pipeline.Unavailable, ": bad grammar", ""},
		{"bad request of FastAPI", status(422, `{"detail":"no such field"}`), server.BadRequest, pipeline.Unavailable,
			": no such field", ""},
		{"unauthorized", status(401, `{"error":{"message":"Invalid API Key","type":"authentication_error","code":401}}`),
			server.Unauthorized, pipeline.Unavailable, ": Invalid API Key", ""},
		{"no model, of vLLM", status(404, `{"object":"error","message":"The model x does not exist.","code":404}`),
			server.NotFound, pipeline.Unavailable, ": The model x does not exist.", ""},
		{"no API", status(404, "404 page not found"), server.NotFound, pipeline.Unavailable, "", ""},
		{"a redirect", ollamatest.Answer{Status: 307, Header: http.Header{"Location": {"http://127.0.0.1:1/v1"}}},
			server.Redirected, pipeline.Transport, "", ""},
		{"too many", status(429, `{"error":{"message":"slow down"}}`), server.TooManyRequests, pipeline.Transport,
			": slow down", ""},
		{"still loading, of llama.cpp", status(503, `{"error":{"code":503,"message":"Loading model",`+
			`"type":"unavailable_error"}}`), server.Busy, pipeline.Transport, ": Loading model", ""},
		{"server error", status(500, `{"error":{"message":"boom"}}`), server.ServerError, pipeline.Transport, ": boom",
			""},
		{"gateway without a word", status(502, ""), server.Unreached, pipeline.Transport, "", ""},
		{"no connection", ollamatest.Answer{Drop: true}, server.Reset, pipeline.Transport, "", ""},
		{"cut", ollamatest.Answer{Body: content("Par"), Cut: true}, server.Cut, pipeline.Transport, "", "Par"},
		{"late", ollamatest.Answer{Body: content("Par"), Hang: true}, server.Late, pipeline.Timeout, "", "Par"},
		{"a long line", stream("data: " + strings.Repeat("a", 8<<20)), server.LineTooLong, pipeline.Transport, "", ""},
		{"a long answer", stream(strings.Repeat(":"+strings.Repeat("a", 1<<20)+"\n", 17)), server.AnswerTooLong,
			pipeline.Transport, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := ollamatest.New(t, always(tt.answer))
			req := hello()
			if tt.answer.Hang {
				req.Timeout = 200 * time.Millisecond
			}
			got, err := newClient(t, openai.Config{}, s.URL).Chat(t.Context(), req)
			wantFailure(t, err, tt.outcome, tt.reason, tt.text)
			want := pipeline.Response{Content: tt.content, Origin: origin(), Finish: got.Finish}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("response (-want +got):\n%s", d)
			}
		})
	}
}

func wantFailure(t *testing.T, err error, outcome server.Outcome, reason pipeline.Reason, text string) {
	t.Helper()
	f, ok := errors.AsType[*pipeline.Failure](err)
	if !ok || !errors.Is(err, outcome) || f.Reason != reason {
		t.Fatalf("%v, want %s: %s", err, reason, outcome)
	}
	if want := string(outcome) + text; f.Err.Error() != want {
		t.Errorf("error %q, want %q", f.Err, want)
	}
}

// A prompt that is too long is an overflow, by whatever status, code or words the server says so.
func TestChatOverflow_FB1(t *testing.T) {
	for _, tt := range []struct {
		server string
		status int
		body   string
		is     bool
	}{
		{"OpenAI", 400, `{"error":{"message":"Too much.","type":"invalid_request_error",` +
			`"code":"context_length_exceeded"}}`, true},
		{"llama.cpp", 400, `{"error":{"code":400,"message":"request (4476 tokens) is larger than that",` +
			`"type":"exceed_context_size_error","n_prompt_tokens":4476,"n_ctx":4096}}`, true},
		{"vLLM", 400, `{"error":{"message":"This model's maximum context length is 1024 tokens. However, you requested ` +
			`1029 tokens.","type":"BadRequestError","code":400}}`, true},
		{"older vLLM", 400, `{"object":"error","message":"This model's maximum context length is 8 tokens.","code":400}`,
			true},
		{"vLLM's decoder", 400, `{"error":{"message":"The decoder prompt (length 50) is longer than the maximum model ` +
			`length of 40."}}`, true},
		{"SGLang", 400, `{"object":"error","message":"Input length (9 tokens) exceeds the maximum allowed length ` +
			`(8 tokens)."}`, true},
		{"LM Studio", 400, `{"error":"Trying to keep the first 10136 tokens when context the overflows. However, the ` +
			`model is loaded with context length of only 7866 tokens."}`, true},
		{"LM Studio, in a stream", 0, "event: error\ndata: {\"error\":{\"message\":\"The number of tokens to keep " +
			"from the initial prompt is greater than the context length.\"}}\n\n", true},
		{"LM Studio, behind the role", 0, delta(`{"role":"assistant","content":""}`) +
			`data: {"error":{"message":"Context size has been exceeded."}}` + "\n\n", true},
		{"llama.cpp while it reads", 500, `{"error":{"code":500,"message":"Context size has been exceeded."}}`, true},
		{"an answer that has begun", 0, content("Par") + `data: {"error":"Context size has been exceeded."}` + "\n\n",
			false},
		{"no permission", 403, `{"error":{"message":"context length"}}`, false},
		{"a busy server", 429, `{"error":{"message":"tokens per minute, of the context length"}}`, false},
		{"another request", 400, `{"error":{"message":"max_tokens is negative"}}`, false},
	} {
		s := ollamatest.New(t, always(ollamatest.Answer{Status: tt.status, Body: tt.body}))
		_, err := newClient(t, openai.Config{}, s.URL).Chat(t.Context(), hello())
		f, ok := errors.AsType[*pipeline.Failure](err)
		if !ok || (f.Reason == pipeline.Overflow) != tt.is {
			t.Errorf("%s: %v", tt.server, err)
		}
	}
}

// 64 kB of a failed answer are kept.
func TestChatPartial(t *testing.T) {
	s := ollamatest.New(t, always(ollamatest.Answer{Body: strings.Repeat(content(strings.Repeat("a", 64<<10)), 9)}))
	got, err := newClient(t, openai.Config{}, s.URL).Chat(t.Context(), hello())
	if want := strings.Repeat("a", 64<<10) + "… more was cut off (524288 bytes)"; err == nil || got.Content != want {
		t.Errorf("%d bytes, %v", len(got.Content), err)
	}
}

// Duration is that of the exchange with the server that has answered, without the wait for a busy one.
func TestChatDuration(t *testing.T) {
	n := 0
	s := ollamatest.New(t, func(ollamatest.Request) ollamatest.Answer {
		if n++; n == 1 {
			return ollamatest.Answer{Status: 503}
		}
		return ollamatest.Answer{Content: "yes"}
	})
	now := at()
	c, err := openai.New(openai.Config{Hosts: s.URL, Config: server.Config{Pause: -1}, Now: func() time.Time {
		now = now.Add(time.Second)
		return now
	}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Chat(t.Context(), hello())
	if err != nil || got.Duration != time.Second || n != 2 {
		t.Errorf("%v after %d requests, %v", got.Duration, n, err)
	}
}
