package ollama_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

func TestChatAnswers(t *testing.T) {
	const arguments = `{"z":1.0,"a":12345678901234567890,"é":"\u003c \ud800"}`
	for _, tt := range []struct {
		name   string
		answer ollamatest.Answer
		want   pipeline.Response
	}{
		{
			"text", ollamatest.Answer{Content: "Paris it is."},
			pipeline.Response{Content: "Paris it is.", Finish: "stop"},
		},
		{
			"thinking", ollamatest.Answer{Thinking: "a city ", Content: "Paris"},
			pipeline.Response{Content: "Paris", Reasoning: "a city ", Finish: "stop"},
		},
		{
			"think tags are left to who reads the content", ollamatest.Answer{Content: "<think>a city</think>Paris"},
			pipeline.Response{Content: "<think>a city</think>Paris", Finish: "stop"},
		},
		{
			"a think tag that is not closed", ollamatest.Answer{Content: "<think>a city"},
			pipeline.Response{Content: "<think>a city", Finish: "stop"},
		},
		{
			"cut by num_predict", ollamatest.Answer{Content: `{ "la`, DoneReason: "length"},
			pipeline.Response{Content: `{ "la`, Finish: "length"},
		},
		{
			"nothing", ollamatest.Answer{},
			pipeline.Response{Finish: "stop"},
		},
		{
			"tool calls have their own bytes and no id",
			ollamatest.Answer{ToolCalls: json.RawMessage(`[{"id":"call_i7u7b7xg","function":{"index":0,"name":"f",` +
				`"arguments":` + arguments + `}},{"id":"call_b","function":{"index":1,"name":"g","arguments":{}}}]`)},
			pipeline.Response{Finish: "tool_calls", ToolCalls: []pipeline.ToolCall{
				{Name: "f", Arguments: arguments}, {Name: "g", Arguments: "{}"},
			}},
		},
		{
			"what is not UTF-8 is repaired",
			ollamatest.Answer{Body: "{\"message\":{\"content\":\"a\xff\"},\"done\":true,\"done_reason\":\"stop\"}"},
			pipeline.Response{Content: "a\uFFFD", Finish: "stop"},
		},
		{
			"no reason, no newline, more behind the end",
			ollamatest.Answer{Body: `{"message":{"content":"a"},"done":true}` + "\r\n" +
				`{"message":{"content":"b"}}`},
			pipeline.Response{Content: "a"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := ollamatest.New(t, always(tt.answer))
			got, err := newClient(t, s.URL).Chat(t.Context(), hello())
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Origin = origin()
			if tt.answer.Body == "" { // the server counts words, and takes 2 ms and 3 ms
				tt.want.Usage = pipeline.Usage{Prompt: 1, Completion: len(strings.Fields(tt.want.Content))}
				tt.want.Duration = 5 * time.Millisecond
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("response (-want +got):\n%s", d)
			}
		})
	}
}

const (
	firstLine = `{"model":"tiny","created_at":"2026-11-21T02:28:08.9Z","message":{"role":"assistant",` +
		`"content":"Par"},"done":false}` + "\n"
	lastLine = `{"model":"tiny","created_at":"2026-11-21T02:28:08.9Z","message":{"role":"assistant","content":""},` +
		`"done":true,"done_reason":"stop","total_duration":283761805,"load_duration":280329384,"prompt_eval_count":7,` +
		`"prompt_eval_duration":742714,"eval_count":4,"eval_duration":384549}` + "\n"
	loadLine = `{"model":"tiny","created_at":"2026-11-21T02:28:08.9Z","message":{"role":"assistant","content":""},` +
		`"done":true,"done_reason":"load"}` + "\n"
	gateway = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n</html>\r\n"
)

// The odd answers were seen from real servers.
func TestChatFails_FB1(t *testing.T) {
	body := func(status int, body string) ollamatest.Answer { return ollamatest.Answer{Status: status, Body: body} }
	for _, tt := range []struct {
		name    string
		answer  ollamatest.Answer
		outcome server.Outcome
		reason  pipeline.Reason
		text    string // of the error behind the outcome
		content string // received by then
	}{
		{"bad request", body(400, `{"error":"\"tiny\" does not support thinking"}`), server.BadRequest,
			pipeline.Unavailable, `: "tiny" does not support thinking`, ""},
		{"method", body(405, "405 method not allowed"), server.BadRequest, pipeline.Unavailable, "", ""},
		{"unauthorized", body(401, `{"error":"unauthorized","signin_url":"https://ollama.com/x"}`), server.Unauthorized,
			pipeline.Unavailable, ": unauthorized", ""},
		{"forbidden", body(403, ""), server.Forbidden, pipeline.Unavailable, "", ""},
		{"no model", body(404, `{"error":"model 'nope' not found"}`), server.NotFound, pipeline.Unavailable,
			": model 'nope' not found", ""},
		{"no API", body(404, "404 page not found"), server.NotFound, pipeline.Unavailable, "", ""},
		{"overflow", body(400, `{"error":"the input length exceeds the context length"}`), server.TooLong,
			pipeline.Overflow, ": the input length exceeds the context length", ""},
		{"overflow of newer servers", body(400, `{"error":"the prompt is longer than the context length currently `+
			`available to the model"}`), server.TooLong, pipeline.Overflow,
			": the prompt is longer than the context length currently available to the model", ""},
		{"too many", body(429, `{"error":"slow down"}`), server.TooManyRequests, pipeline.Transport, ": slow down", ""},
		{"busy for good", body(503, `{"error":"server busy, please try again.  maximum pending requests exceeded"}`),
			server.Busy, pipeline.Transport, ": server busy, please try again. maximum pending requests exceeded", ""},
		{"wrong option", body(500, `{"error":"option \"num_predict\" must be of type integer"}`), server.ServerError,
			pipeline.Transport, `: option "num_predict" must be of type integer`, ""},
		{"empty 500", body(500, ""), server.ServerError, pipeline.Transport, "", ""},
		{"gateway", body(502, gateway), server.Unreached, pipeline.Transport, "", ""},
		{"page", body(200, gateway), server.Garbage, pipeline.Transport, "", ""},
		{"empty 200", body(200, ""), server.NothingSaid, pipeline.Transport, "", ""},
		{"a newline", body(200, "\n"), server.Garbage, pipeline.Transport, "", ""},
		{"dropped", ollamatest.Answer{Drop: true}, server.Reset, pipeline.Transport, "", ""},
		{"cut between lines", ollamatest.Answer{Body: firstLine, Cut: true}, server.Cut, pipeline.Transport, "", "Par"},
		{"cut within a line", ollamatest.Answer{Body: firstLine + `{"mess`, Cut: true}, server.Cut, pipeline.Transport,
			"", "Par"},
		{"token repeat limit", body(200, firstLine), ollama.NotDone, pipeline.Transport, "", "Par"},
		{"half a line", body(200, firstLine+`{"mess`), server.Garbage, pipeline.Transport, "", "Par"},
		{"another type", body(200, firstLine+`{"message":7}`), server.Garbage, pipeline.Transport, "", "Par"},
		{"no time", body(200, firstLine+`{"created_at":7,"message":{},"done":true}`), server.Garbage,
			pipeline.Transport, "", "Par"},
		{"no arguments object", body(200, `{"message":{"tool_calls":[{"function":{"arguments":"x"}}]},"done":true}`),
			server.Garbage, pipeline.Transport, "", ""},
		{"runner killed", body(200, firstLine+`{"error":"an error was encountered while running the model: `+
			`Post \"http://127.0.0.1:40123/completion\": unexpected EOF"}`+"\n"), server.ErrorLine, pipeline.Transport,
			`: an error was encountered while running the model: Post "…": unexpected EOF`, "Par"},
		{"error behind the end", body(200, lastLine+`{"error":"late"}`), server.ErrorLine, pipeline.Transport, ": late",
			""},
		{"loaded", body(200, loadLine), ollama.OnlyLoaded, pipeline.Transport, "", ""},
		{"unloaded", body(200, strings.Replace(loadLine, `"load"`, `"unload"`, 1)), ollama.OnlyLoaded,
			pipeline.Transport, "", ""},
		{"line too long", body(200, firstLine+`{"message":{"content":"`+strings.Repeat("a", 8<<20)+`"}}`),
			server.LineTooLong, pipeline.Transport, "", "Par"},
		{"answer too long", body(200, firstLine+strings.Repeat(`{"a":"`+strings.Repeat("a", 1<<20)+`"}`+"\n", 17)),
			server.AnswerTooLong, pipeline.Transport, "", "Par"},
		{"redirect", ollamatest.Answer{Status: 307, Header: map[string][]string{"Location": {"/api/version"}}},
			server.Redirected, pipeline.Transport, "", ""},
		{"too late", ollamatest.Answer{Body: firstLine, Hang: true}, server.Late, pipeline.Timeout, "", "Par"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := ollamatest.New(t, always(tt.answer))
			req := hello()
			req.Timeout = time.Minute
			if tt.outcome == server.Late {
				req.Timeout = 50 * time.Millisecond
			}
			got, err := newClient(t, s.URL).Chat(t.Context(), req)
			f, ok := errors.AsType[*pipeline.Failure](err)
			if !ok || f.Reason != tt.reason || !errors.Is(err, tt.outcome) ||
				f.Err.Error() != string(tt.outcome)+tt.text {
				t.Errorf("error %v, want %s: %s%s", err, tt.reason, tt.outcome, tt.text)
			}
			if got.Content != tt.content || got.Origin != origin() {
				t.Errorf("response %+v, want the content %q", got, tt.content)
			}
			want := 1
			if tt.outcome == server.Busy || tt.outcome == server.TooManyRequests {
				want = 4
			}
			if n := len(s.Requests()); n != want {
				t.Errorf("%d requests, want %d", n, want)
			}
		})
	}
}

// Without a server the error is the same on every machine.
func TestChatRefused_FB1(t *testing.T) {
	got, err := newClient(t, "127.0.0.1:1").Chat(t.Context(), hello())
	f, ok := errors.AsType[*pipeline.Failure](err)
	if !ok || f.Reason != pipeline.Unavailable || f.Err != server.Refused || got.Origin != origin() {
		t.Errorf("%+v, %v", got, err)
	}
}

// A server that is busy for a moment is asked again.
func TestChatBusyThenAnswers(t *testing.T) {
	left := 3
	s := ollamatest.New(t, func(ollamatest.Request) ollamatest.Answer {
		if left--; left >= 0 {
			return ollamatest.Answer{Status: 503, Body: `{"error":"server busy"}`}
		}
		return ollamatest.Answer{Content: "yes"}
	})
	if got, err := newClient(t, s.URL).Chat(t.Context(), hello()); err != nil || got.Content != "yes" {
		t.Errorf("%+v, %v", got, err)
	}
}

// A context that ends is no failure of a model, wherever the call is at that moment.
func TestChatEnds(t *testing.T) {
	asked := make(chan struct{}, 1)
	s := ollamatest.New(t, func(ollamatest.Request) ollamatest.Answer {
		asked <- struct{}{}
		return ollamatest.Answer{Body: firstLine, Hang: true}
	})
	c := newClient(t, s.URL)
	ctx, cancel := context.WithCancel(t.Context())
	errs := make(chan error, 2)
	for range 2 { // the second call waits for its turn
		go func() {
			_, err := c.Chat(ctx, hello())
			errs <- err
		}()
	}
	<-asked
	cancel()
	for range 2 {
		err := <-errs
		if _, failed := errors.AsType[*pipeline.Failure](err); failed || !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want one of the context", err)
		}
	}
}

// Waiting for a turn does not use up the timeout.
func TestChatTimeoutIsOfTheExchange(t *testing.T) {
	s := ollamatest.New(t, func(ollamatest.Request) ollamatest.Answer {
		time.Sleep(20 * time.Millisecond)
		return ollamatest.Answer{Content: "yes"}
	})
	c := newClient(t, s.URL)
	req := hello()
	req.Timeout = 200 * time.Millisecond
	errs := make(chan error, 15)
	for range cap(errs) { // 300 ms in all
		go func() {
			_, err := c.Chat(t.Context(), req)
			errs <- err
		}()
	}
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}
