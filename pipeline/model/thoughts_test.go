package model

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestSetThoughtsApart(t *testing.T) {
	for _, tt := range []struct {
		said, reasoning   string
		content, thoughts string
		apart             bool
		source            pipeline.Source
	}{
		{said: "Hi.", content: "Hi."},
		{said: "<think>hm</think>Hi.", content: "Hi.", thoughts: "hm", apart: true},
		{said: "\n <think>\nhm\nso\n</think>\n\nHi.\n", content: "Hi.\n", thoughts: "hm\nso", apart: true},
		{said: "<think></think>{}", content: "{}", apart: true},
		{said: "<think>no end", thoughts: "no end", apart: true},
		{said: "<think>a</think>b<think>c</think>", content: "b<think>c</think>", thoughts: "a", apart: true},
		{said: "<think>b</think>Hi.", reasoning: "a", content: "Hi.", thoughts: "a\nb", apart: true},
		{said: "Say <think>hm</think>", content: "Say <think>hm</think>"},
		{said: "<thinking>hm</thinking>", content: "<thinking>hm</thinking>"},
		{said: "<think>hm</think>Hi.", content: "<think>hm</think>Hi.", source: pipeline.SourceScripted},
	} {
		r := pipeline.Response{Content: tt.said, Reasoning: tt.reasoning}
		r.Origin.Source = pipeline.SourceOllama
		if tt.source != "" {
			r.Origin.Source = tt.source
		}
		apart := setThoughtsApart(&r)
		if r.Content != tt.content || r.Reasoning != tt.thoughts || apart != tt.apart {
			t.Errorf("%q: %q with the thoughts %q (%v), want %q with %q (%v)", tt.said, r.Content, r.Reasoning, apart,
				tt.content, tt.thoughts, tt.apart)
		}
	}
}

// calls answers with two tool calls, one of them with an id of the server.
type calls struct{}

func (calls) Chat(context.Context, pipeline.Request) (pipeline.Response, error) {
	return pipeline.Response{ToolCalls: []pipeline.ToolCall{
		{Name: "a", Arguments: "{}"}, {ID: "call_x7", Name: "b", Arguments: "[]"},
	}}, nil
}

func TestNamed(t *testing.T) {
	resp, err := Named{calls{}}.Chat(context.Background(), pipeline.Request{Path: "turn-1/main-2"})
	want := []pipeline.ToolCall{
		{ID: pipeline.CallID("turn-1/main-2/tool-1"), Name: "a", Arguments: "{}"},
		{ID: pipeline.CallID("turn-1/main-2/tool-2"), Name: "b", Arguments: "[]"},
	}
	if d := cmp.Diff(want, resp.ToolCalls); d != "" || err != nil {
		t.Errorf("error %v, tool calls (-want +got):\n%s", err, d)
	}
}
