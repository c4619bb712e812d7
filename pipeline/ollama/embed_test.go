package ollama_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Texts go out in batches, and their vectors come back in the order of the texts. Blank ones are not sent.
func TestEmbed(t *testing.T) {
	s := ollamatest.New(t, always(ollamatest.Answer{}))
	var texts []string
	want := make([][]float32, 0, 151)
	for i := range 150 {
		texts = append(texts, fmt.Sprintf("%c%c", 'a'+i%26, 'a'+i/26))
		want = append(want, ollamatest.Letters(texts[i]))
	}
	texts[7], want[7] = " \n", make([]float32, 26)
	texts, want = append(texts, ""), append(want, make([]float32, 26))
	got, err := newClient(t, s.URL).Embedder("tiny").Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("vectors (-want +got):\n%s", d)
	}
	var sizes []int
	for _, r := range s.Requests() {
		sizes = append(sizes, len(r.Input))
	}
	if d := cmp.Diff([]int{64, 64, 21}, sizes); d != "" {
		t.Errorf("batches (-want +got):\n%s", d)
	}
	const body = `{"model":"tiny","input":["h"],"keep_alive":"30m0s","truncate":false,"options":null}`
	if _, err := newClient(t, s.URL).Embedder("tiny").Embed(t.Context(), []string{"h"}); err != nil {
		t.Fatal(err)
	}
	if raw := string(s.Requests()[3].Raw); raw != body {
		t.Errorf("body %s, want %s", raw, body)
	}
}

// The vector of a blank text is as long as the model's others, of which one is requested if need be.
func TestEmbedBlank(t *testing.T) {
	s := ollamatest.New(t, always(ollamatest.Answer{}))
	e := newClient(t, s.URL).Embedder("tiny")
	for range 2 {
		got, err := e.Embed(t.Context(), []string{""})
		if d := cmp.Diff([][]float32{make([]float32, 26)}, got); err != nil || d != "" {
			t.Errorf("%v, vectors (-want +got):\n%s", err, d)
		}
	}
	if got, err := e.Embed(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	if n := len(s.Requests()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestEmbedFails_FB1(t *testing.T) {
	vectors := func(v ...[]float32) ollamatest.Answer { return ollamatest.Answer{Embeddings: v} }
	for _, tt := range []struct {
		name    string
		answer  ollamatest.Answer
		outcome server.Outcome
		reason  pipeline.Reason
	}{
		{"too few", vectors([]float32{1}), server.WrongVectors, pipeline.Transport},
		{"of two lengths", vectors([]float32{1}, []float32{1, 2}), server.WrongVectors, pipeline.Transport},
		{"of no length", vectors([]float32{}, []float32{}), server.WrongVectors, pipeline.Transport},
		{"none", ollamatest.Answer{Body: `{}`}, server.WrongVectors, pipeline.Transport},
		{"no text", ollamatest.Answer{Body: gateway}, server.Garbage, pipeline.Transport},
		{"cut", ollamatest.Answer{Body: `{"emb`, Cut: true}, server.Cut, pipeline.Transport},
		{"redirect", ollamatest.Answer{Status: 307}, server.Redirected, pipeline.Transport},
		{"no model", ollamatest.Answer{Status: 404, Body: `{"error":"model \"nope\" not found, try pulling it first"}`},
			server.NotFound, pipeline.Unavailable},
		{"too long", ollamatest.Answer{Status: 400, Body: `{"error":"the input length exceeds the context length"}`},
			server.TooLong, pipeline.Overflow},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := ollamatest.New(t, always(tt.answer))
			got, err := newClient(t, s.URL).Embedder("tiny").Embed(t.Context(), []string{"a", "b"})
			f, ok := errors.AsType[*pipeline.Failure](err)
			if !ok || f.Reason != tt.reason || !errors.Is(err, tt.outcome) || got != nil {
				t.Errorf("%v, %v, want %s: %s", got, err, tt.reason, tt.outcome)
			}
		})
	}
}
