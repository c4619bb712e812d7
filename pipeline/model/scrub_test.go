package model_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

func timesAreVolatile(t *testing.T) *secrets.Masker {
	t.Helper()
	r, err := secrets.ParseScrub(`\d\d:\d\d`, "<time>")
	if err != nil {
		t.Fatal(err)
	}
	return secrets.New().Scrubbing(r)
}

// Requests that differ only in volatile text are one request to the recording, and the model and the system get every
// text unchanged.
func TestVolatileTextIsNoOtherRequest(t *testing.T) {
	m := timesAreVolatile(t)
	var seen []string
	recorder := &model.Recorder{Mask: m, Next: modelFunc(func(req pipeline.Request) (pipeline.Response, error) {
		seen = append(seen, req.Messages[0].Content())
		return pipeline.Response{Content: "It was 10:15.", Origin: pipeline.Origin{Source: pipeline.SourceOllama}}, nil
	})}
	was, err := recorder.Chat(t.Context(), request("turn-1/main-1", "at 10:15 with "+key))
	if err != nil {
		t.Fatal(err)
	}
	rec := recorder.Recording("case", []string{"turn-1/main-1"})
	data, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) != 1 || seen[0] != "at 10:15 with "+key || was.Content != "It was 10:15." {
		t.Errorf("the model has seen %q, the system %q", seen, was.Content)
	}
	if bytes.Contains(data, []byte("at 10:15")) || !bytes.Contains(data, []byte("at <time> with masked-github-token")) {
		t.Errorf("recorded: %s", data)
	}
	replay := model.NewReplay(readBack(t, rec), 1, model.Nothing{})
	replay.Mask = m
	for text, want := range map[string]pipeline.Match{
		"at 11:30 with " + key: pipeline.MatchFresh, "at eleven with " + key: pipeline.MatchStale,
	} {
		got, err := replay.Chat(t.Context(), request("turn-1/main-1", text))
		if err != nil || got.Origin.Match != want || got.Content != was.Content {
			t.Errorf("%s: %q, %s, %v; want %q, %s", text, got.Content, got.Origin.Match, err, was.Content, want)
		}
	}
}

// Texts that differ only in volatile text have one vector, and the server embeds the original.
func TestVolatileTextIsNoOtherText(t *testing.T) {
	m := timesAreVolatile(t)
	server := &embedServer{}
	r, err := model.NewEmbedRecorder(server, m, nomic, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Embed(t.Context(), []string{"at 10:15", "at 11:30", key})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"at 10:15": 1, m.Text(key): 1}
	if d := cmp.Diff(want, server.asked); d != "" || !cmp.Equal(got[0], got[1]) {
		t.Errorf("vectors %v, asked (-want +got):\n%s", got, d)
	}
	replay := &model.EmbedReplay{Embeddings: r.Embeddings(), Mask: m}
	if again, err := replay.Embed(t.Context(), []string{"at 23:59"}); err != nil || !cmp.Equal(again[0], got[0]) {
		t.Errorf("replayed: %v, %v; want %v", again, err, got[0])
	}
}

// The report of a miss contains neither side's volatile text.
func TestMissWithoutVolatileText(t *testing.T) {
	replay := model.NewReplay(recorded(t, request("turn-1/main-1", "at <time>")), 1, model.Nothing{})
	replay.Mask = timesAreVolatile(t)
	_, err := replay.Chat(t.Context(), request("turn-2/main-1", "at 10:15, soon"))
	if miss, ok := err.(*model.MissError); !ok || miss.Got.Messages[0].Content() != "at <time>, soon" {
		t.Errorf("%+v", err)
	}
}
