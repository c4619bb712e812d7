package badserver_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// start returns a server that runs until the end of the test.
func start(t *testing.T) *badserver.Server {
	t.Helper()
	s, err := badserver.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func request() pipeline.Request {
	return pipeline.Request{
		Stage: "main", Model: "tiny", Timeout: time.Minute,
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", "hello")},
	}
}

// paris is an answer with everything that an answer can have.
func paris() pipeline.Response {
	return pipeline.Response{
		Content: "Paris, où l'on parle.", Reasoning: "A city?", Finish: "tool_calls",
		ToolCalls: []pipeline.ToolCall{{ID: "c1", Name: "look", Arguments: `{ "n": 1.0, "a": "\u00e9" }`},
			{ID: "c2", Name: "look", Arguments: `{}`}},
		Usage: pipeline.Usage{Prompt: 7, Completion: 4}, Takes: 2 * time.Second, Duration: time.Second,
		Origin: pipeline.Origin{Source: pipeline.SourceScripted, Model: "other"},
	}
}

// outcome is the comparable part of what a stage gets.
type outcome struct {
	Response pipeline.Response
	Reason   pipeline.Reason
	Error    string
}

func outcomeOf(t *testing.T, resp pipeline.Response, err error) outcome {
	t.Helper()
	if err == nil {
		return outcome{Response: resp}
	}
	f, ok := errors.AsType[*pipeline.Failure](err)
	if !ok {
		t.Errorf("error %v is no failure", err)
		return outcome{}
	}
	return outcome{resp, f.Reason, f.Err.Error()}
}

// Each way gives the outcome that package ollama documents, without port, address or path.
func TestChat_FB1(t *testing.T) {
	s := start(t)
	whole := paris()
	whole.Origin, whole.Takes = pipeline.Origin{}, 32*time.Second
	cut := whole
	cut.Content, cut.ToolCalls, cut.Finish, cut.Takes = "Paris, où ", nil, "length", 2*time.Second
	nothing := pipeline.Response{Takes: 2 * time.Second}
	half := pipeline.Response{Content: "Paris, où ", Reasoning: "A city?", Takes: 2 * time.Second}
	stalled := half
	stalled.Takes = time.Minute
	want := map[badserver.Way]outcome{
		badserver.Timeout:        {pipeline.Response{Takes: time.Minute}, pipeline.Timeout, string(server.Late)},
		badserver.SlowFirstByte:  {whole, "", ""},
		badserver.StallMidStream: {stalled, pipeline.Timeout, string(server.Late)},
		badserver.CutStream:      {half, pipeline.Transport, string(server.Cut)},
		badserver.Refused:        {nothing, pipeline.Unavailable, string(server.Refused)},
		badserver.Reset:          {nothing, pipeline.Transport, string(server.Reset)},
		badserver.ModelNotFound: {nothing, pipeline.Unavailable,
			string(server.NotFound) + ": model 'tiny' not found"},
		badserver.TooManyRequests: {nothing, pipeline.Transport,
			string(server.TooManyRequests) + ": rate limit exceeded"},
		badserver.ContextOverflow: {nothing, pipeline.Overflow, string(server.TooLong) +
			": the input length exceeds the context length"},
		badserver.Status500: {nothing, pipeline.Transport, string(server.ServerError) +
			": an error was encountered while running the model: unexpected EOF"},
		badserver.Status500Empty: {nothing, pipeline.Transport, string(server.ServerError)},
		badserver.QueueFull: {nothing, pipeline.Transport, string(server.Busy) +
			": server busy, please try again. maximum pending requests exceeded"},
		badserver.ErrorLine: {half, pipeline.Transport, string(server.ErrorLine) +
			": an error was encountered while running the model: unexpected EOF"},
		badserver.NotDone:  {half, pipeline.Transport, string(ollama.NotDone)},
		badserver.Length:   {cut, "", ""},
		badserver.Garbage:  {half, pipeline.Transport, string(server.Garbage)},
		badserver.LongLine: {half, pipeline.Transport, string(server.LineTooLong)},
	}
	for _, way := range badserver.Ways() {
		t.Run(string(way), func(t *testing.T) {
			for range 2 { // on a reused connection too
				resp, err := s.Chat(t.Context(), way, request(), paris(), false)
				if d := cmp.Diff(want[way], outcomeOf(t, resp, err)); d != "" {
					t.Errorf("(-want +got):\n%s", d)
				}
			}
		})
	}
}

func TestNoSuchWay(t *testing.T) {
	_, err := start(t).Chat(t.Context(), "x", request(), paris(), false)
	if err == nil || !strings.HasPrefix(err.Error(), `broken exchange "x": want one of ["timeout" `) {
		t.Errorf("error %v", err)
	}
}

// An answer that arrives is the intended one, to the byte.
func TestChatAnswers(t *testing.T) {
	deep := func(levels int) string { // of JSON, of which the client accepts 10,000 including the five of the line
		return "{\"a\":" + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + "}"
	}
	calls := func(arguments string) pipeline.Response {
		return pipeline.Response{Finish: "tool_calls",
			ToolCalls: []pipeline.ToolCall{{ID: "c", Name: "f\n", Arguments: arguments}}}
	}
	for _, tt := range []struct {
		name         string
		answer, want pipeline.Response
	}{
		{"nothing", pipeline.Response{}, pipeline.Response{}},
		{"one character", pipeline.Response{Content: "é", Finish: "stop"}, pipeline.Response{Content: "é",
			Finish: "stop"}},
		{"control characters", pipeline.Response{Content: "\x00\x1b\n\u2028\"\\"},
			pipeline.Response{Content: "\x00\x1b\n\u2028\"\\"}},
		{"no UTF-8", pipeline.Response{Content: "a\xff\xfeb\xff"}, pipeline.Response{Content: "a\uFFFDb\uFFFD"}},
		{"long", pipeline.Response{Content: strings.Repeat("a", 1<<18)},
			pipeline.Response{Content: strings.Repeat("a", 1<<18)}},
		{"thoughts alone", pipeline.Response{Reasoning: "a"}, pipeline.Response{Reasoning: "a"}},
		{"a key twice", calls(`{"a":1,"a":12345678901234567890}`), calls(`{"a":1,"a":12345678901234567890}`)},
		{"escapes", calls(`{"\u0061":"\ud800 \/"}`), calls(`{"\u0061":"\ud800 \/"}`)},
		{"line breaks", calls(" {\"a\":\r\n\t1\n}\n"), calls("{\"a\":  \t1 }")},
		{"deep", calls(deep(9_995)), calls(deep(9_995))},
		{"too deep", calls(deep(9_996)), calls(`{"_raw":` + strconv.Quote(deep(9_996)) + `}`)},
		{"no JSON", calls("nope\n"), calls(`{"_raw":"nope\n"}`)},
		{"no object", calls(`[1]`), calls(`{"_raw":"[1]"}`)},
		{"two objects", calls(`{},{}`), calls(`{"_raw":"{},{}"}`)},
		{"out of the frame", calls(`{}],"done":[{}`), calls(`{"_raw":"{}],\"done\":[{}"}`)},
		{"none", calls(""), calls(`{"_raw":""}`)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			req := request()
			req.Timeout = 0
			got, err := start(t).Chat(t.Context(), badserver.SlowFirstByte, req, tt.answer, false)
			if d := cmp.Diff(tt.want, got); err != nil || d != "" {
				t.Errorf("error %v, response (-want +got):\n%s", err, d)
			}
		})
	}
}

// An answer without a text is truncated to nothing.
func TestChatLength(t *testing.T) {
	s := start(t)
	for _, tt := range []struct{ text, want string }{
		{"", ""}, {"a", ""}, {"é", ""}, {"aé", "a"}, {"€€€", "€"}, {"{\"a\": 1}", "{\"a\""},
	} {
		answer := paris()
		answer.Content = tt.text
		got, err := s.Chat(t.Context(), badserver.Length, request(), answer, false)
		if err != nil || got.Content != tt.want || got.Finish != "length" || got.ToolCalls != nil {
			t.Errorf("%q: %+v, %v, want %q", tt.text, got, err, tt.want)
		}
	}
}

func TestChatTakes(t *testing.T) {
	s := start(t)
	for _, tt := range []struct {
		way                 badserver.Way
		answer, limit, want time.Duration
	}{
		{badserver.Timeout, 3, 10, 10}, {badserver.Timeout, 3, 0, 0}, {badserver.StallMidStream, 30, 10, 10},
		{badserver.SlowFirstByte, 3, 10, 8}, {badserver.SlowFirstByte, 7, 10, 10}, {badserver.SlowFirstByte, 3, 0, 3},
		{badserver.Reset, 3, 10, 3}, {badserver.Length, 30, 10, 10}, {badserver.Refused, 30, 0, 30},
	} {
		req := request()
		req.Timeout = tt.limit * time.Second
		got, err := s.Chat(t.Context(), tt.way, req, pipeline.Response{Takes: tt.answer * time.Second}, false)
		if got.Takes != tt.want*time.Second {
			t.Errorf("%s, an answer of %d s, a limit of %d s: %v (%v), want %d s", tt.way, tt.answer, tt.limit,
				got.Takes, err, tt.want)
		}
	}
}

// A stall without a time limit is still a stall, and takes no time.
func TestChatStallsWithoutTimeout_FB1(t *testing.T) {
	s := start(t)
	req := request()
	req.Timeout = 0
	for _, way := range []badserver.Way{badserver.Timeout, badserver.StallMidStream} {
		for _, realTime := range []bool{false, true} {
			resp, err := s.Chat(t.Context(), way, req, paris(), realTime)
			if got := outcomeOf(t, resp, err); got.Reason != pipeline.Timeout || got.Response.Takes != 0 {
				t.Errorf("%s: %+v", way, got)
			}
		}
	}
}

// In real time a stall lasts until the deadline, and the first byte comes at half of it, however late the rest is.
func TestChatRealTime(t *testing.T) {
	s := start(t)
	req := request()
	req.Timeout = 20 * time.Millisecond
	for _, tt := range []struct {
		way    badserver.Way
		atOnce time.Duration
		reason pipeline.Reason
	}{
		{badserver.Timeout, req.Timeout, pipeline.Timeout}, {badserver.StallMidStream, req.Timeout, pipeline.Timeout},
		{badserver.SlowFirstByte, req.Timeout / 2, ""},
	} {
		begin := time.Now()
		resp, err := s.Chat(t.Context(), tt.way, req, paris(), true)
		if got := outcomeOf(t, resp, err); got.Reason != tt.reason || got.Response.Takes != req.Timeout {
			t.Errorf("%s: %+v", tt.way, got)
		}
		if took := time.Since(begin); took < tt.atOnce {
			t.Errorf("%s: after %v, want %v", tt.way, took, tt.atOnce)
		}
	}
}

// A context that ends is not a failure of a model.
func TestChatEnds(t *testing.T) {
	s := start(t)
	for _, way := range badserver.Ways() {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		got, err := s.Chat(ctx, way, request(), paris(), false)
		if _, failed := errors.AsType[*pipeline.Failure](err); failed || !errors.Is(err, context.Canceled) ||
			!cmp.Equal(got, pipeline.Response{}) {
			t.Errorf("%s: %+v, %v", way, got, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	go cancel() // the stall of a minute too
	if _, err := s.Chat(ctx, badserver.Timeout, request(), paris(), true); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
