package openai_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/openai"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Vectors belong to texts by their index. Blank texts are not sent.
func TestEmbed(t *testing.T) {
	s := ollamatest.New(t, always(ollamatest.Answer{Body: `{"object":"list","data":[
		{"object":"embedding","index":1,"embedding":[3,4]},
		{"object":"embedding","index":0,"embedding":[1,2]}],"usage":{}}`}))
	got, err := newClient(t, openai.Config{}, s.URL).Embedder("tiny").Embed(t.Context(), []string{"a", " ", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([][]float32{{1, 2}, {0, 0}, {3, 4}}, got); d != "" {
		t.Errorf("vectors (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"a", "b"}, s.Requests()[0].Input); d != "" {
		t.Errorf("texts (-want +got):\n%s", d)
	}
}

func TestEmbedFails_FB1(t *testing.T) {
	for _, tt := range []struct {
		name    string
		answer  ollamatest.Answer
		outcome server.Outcome
	}{
		{"one is missing", ollamatest.Answer{Body: `{"data":[{"index":0,"embedding":[1]}]}`}, server.WrongVectors},
		{"one is there twice", ollamatest.Answer{Body: `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`},
			server.WrongVectors},
		{"one too many", ollamatest.Answer{Body: `{"data":[{"index":2,"embedding":[1]}]}`}, server.WrongVectors},
		{"of two lengths", ollamatest.Answer{Body: `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`},
			server.WrongVectors},
		{"no numbers", ollamatest.Answer{Body: `{"data":[{"index":0,"embedding":"AACAPw=="}]}`}, server.Garbage},
		{"too long", ollamatest.Answer{Status: 400, Body: `{"error":{"message":"x","type":"exceed_context_size_error"}}`},
			server.TooLong},
		{"no API", ollamatest.Answer{Status: 501, Body: `{"error":{"message":"start it with --embeddings"}}`},
			server.ServerError},
		{"cut", ollamatest.Answer{Body: `{"data":[`, Cut: true}, server.Cut},
	} {
		s := ollamatest.New(t, always(tt.answer))
		_, err := newClient(t, openai.Config{}, s.URL).Embedder("tiny").Embed(t.Context(), []string{"a", "b"})
		if _, ok := errors.AsType[*pipeline.Failure](err); !ok || !errors.Is(err, tt.outcome) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.outcome)
		}
	}
}
