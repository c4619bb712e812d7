package openai_test

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
	"github.com/beaver-eval/beaver-eval/pipeline/openai"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// A real Ollama server says the same through its /v1 as through its own API.
func TestRealServer(t *testing.T) {
	real := ollamatest.NewReal(t, nil, ollamatest.KindRandom, ollamatest.KindEndless, ollamatest.KindStages,
		ollamatest.KindEmbedder)
	native, err := ollama.New(ollama.Config{Hosts: real.URL()})
	if err != nil {
		t.Fatal(err)
	}
	c := newClient(t, openai.Config{}, real.URL())
	t.Run("check", func(t *testing.T) { tryCheck(t, c) })
	t.Run("answers", func(t *testing.T) { tryAnswers(t, c, native) })
	t.Run("length", func(t *testing.T) { tryLength(t, c) })
	t.Run("vectors", func(t *testing.T) { tryVectors(t, c, native) })
	t.Run("cancelled", func(t *testing.T) { tryCancelled(t, c) })
	t.Run("killed", func(t *testing.T) { tryKilled(t, c, real) })
}

func tryCheck(t *testing.T, c *openai.Client) {
	uses := []server.Use{
		{Model: string(ollamatest.KindStages), Stages: []string{"main"}, Tools: true},
		{Model: string(ollamatest.KindEmbedder), Stages: []string{"embedder of s"}, Embed: true},
	}
	_, warnings, err := c.Check(t.Context(), uses)
	if err != nil || !strings.Contains(strings.Join(warnings, "\n"), "is Ollama") {
		t.Errorf("%q, %v", warnings, err)
	}
	_, _, err = c.Check(t.Context(), []server.Use{{Model: "nope"}})
	if err == nil || !strings.Contains(err.Error(), "there is no model nope, only ") {
		t.Errorf("error %v", err)
	}
}

func tryAnswers(t *testing.T, c *openai.Client, native *ollama.Client) {
	text := func(role, text string) pipeline.Message { return pipeline.Text(role, "Message", text) }
	options := pipeline.Options{Temperature: new(0.0), Seed: new(1), NumPredict: new(200)}
	tool := pipeline.Tool{Name: "get_weather", Description: "The weather.",
		Parameters: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}}}`)}
	main := text(pipeline.RoleSystem, "# Language\nAnswer in the language of the current message")
	hello := []pipeline.Message{text(pipeline.RoleUser, "Hello")}
	for name, req := range map[string]pipeline.Request{
		"random": {Model: string(ollamatest.KindRandom), Messages: hello},
		"schema": {Stage: "s", Model: string(ollamatest.KindRandom), Messages: hello,
			Format: json.RawMessage(`{"type":"object","properties":{"ok":{"type":"boolean"},"n":{"enum":[3]}},` +
				`"required":["ok","n"]}`)},
		"json": {Model: string(ollamatest.KindRandom), Format: json.RawMessage(`"json"`), Messages: hello},
		"tool": {Model: string(ollamatest.KindStages), Tools: []pipeline.Tool{tool},
			Messages: []pipeline.Message{main, text(pipeline.RoleUser, "Look up the weather.")}},
		"result": {Model: string(ollamatest.KindStages), Tools: []pipeline.Tool{tool}, Messages: []pipeline.Message{
			main, text(pipeline.RoleUser, "Look up the weather."),
			{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{{ID: "t1", Name: "get_weather",
				Arguments: `{"city":"Lisbon"}`}}},
			{Role: pipeline.RoleTool, ToolCallID: "t1", Name: "get_weather",
				Sections: []pipeline.Section{{Name: "Content", Text: "rain"}}},
		}},
	} {
		req.Options = options
		want, err := native.Chat(t.Context(), req)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := c.Chat(t.Context(), req)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		t.Logf("%s: %q, %v, %s, %+v", name, got.Content, got.ToolCalls, got.Finish, got.Usage)
		got.Origin, got.Duration, want.Origin, want.Duration = pipeline.Origin{}, 0, pipeline.Origin{}, 0
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-native +/v1):\n%s", name, d)
		}
		if (name == "tool") != (len(got.ToolCalls) == 1) {
			t.Errorf("%s: %d tool calls", name, len(got.ToolCalls))
		}
		if name == "schema" && !strings.Contains(strings.Join(strings.Fields(got.Content), ""), `"n":3}`) {
			t.Errorf("%s: %q", name, got.Content)
		}
	}
}

func endless(tokens int) pipeline.Request {
	return pipeline.Request{Model: string(ollamatest.KindEndless), Options: pipeline.Options{NumPredict: new(tokens)},
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", "Hello")}}
}

func tryLength(t *testing.T, c *openai.Client) {
	got, err := c.Chat(t.Context(), endless(30))
	if err != nil || got.Finish != "length" || got.Usage.Completion != 30 {
		t.Errorf("%+v, %v", got, err)
	}
}

func tryVectors(t *testing.T, c *openai.Client, native *ollama.Client) {
	texts := []string{"Find flights and a hotel in Porto", "", "The bakery sells bread"}
	want, err := native.Embedder(string(ollamatest.KindEmbedder)).Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Embedder(string(ollamatest.KindEmbedder)).Embed(t.Context(), texts)
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v (-native +/v1):\n%s", err, d)
	}
}

// A call whose time is over ends at once, and is a timeout with what has come.
func tryCancelled(t *testing.T, c *openai.Client) {
	req := endless(100_000)
	req.Timeout = 300 * time.Millisecond
	got, err := c.Chat(t.Context(), req)
	if f, ok := errors.AsType[*pipeline.Failure](err); !ok || f.Reason != pipeline.Timeout {
		t.Errorf("%v after %d bytes", err, len(got.Content))
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	if _, err := c.Chat(ctx, endless(100_000)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A server that dies within an answer has not answered.
func tryKilled(t *testing.T, c *openai.Client, real *ollamatest.RealServer) {
	time.AfterFunc(1500*time.Millisecond, real.Kill)
	got, err := c.Chat(t.Context(), endless(100_000))
	f, ok := errors.AsType[*pipeline.Failure](err)
	if !ok || f.Reason != pipeline.Transport {
		t.Errorf("%v after %d bytes", err, len(got.Content))
	}
	t.Logf("%d bytes, then %v", len(got.Content), err)
	_, err = c.Chat(t.Context(), endless(1))
	if f, ok := errors.AsType[*pipeline.Failure](err); !ok || f.Reason != pipeline.Unavailable {
		t.Errorf("error %v, want that no server answers", err)
	}
}
