package model_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

var (
	_ pipeline.NamedEmbedder = (*model.EmbedReplay)(nil)
	_ pipeline.NamedEmbedder = (*model.EmbedRecorder)(nil)
)

// embedServer returns vectors and counts the requests for each text.
type embedServer struct {
	err   error
	spoil func([][]float32) [][]float32

	mu    sync.Mutex
	asked map[string]int
}

func (s *embedServer) Embed(_ context.Context, texts []string) ([][]float32, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked == nil {
		s.asked = map[string]int{}
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		s.asked[text]++
		vectors[i] = []float32{float32(len(text)), 1}
	}
	if s.spoil != nil {
		vectors = s.spoil(vectors)
	}
	return vectors, s.err
}

func recorder(t *testing.T, next pipeline.Embedder, known *model.Embeddings) *model.EmbedRecorder {
	t.Helper()
	r, err := model.NewEmbedRecorder(next, secrets.New(), nomic, known)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A replay equals its recording: concurrently, each text is requested once, and secrets are never requested.
func TestEmbedReplayEqualsRecording(t *testing.T) {
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	s := &embedServer{}
	r := recorder(t, s, nil)
	lists := [][]string{{"a", "bb", "a"}, {"bb", "ccc"}, {"token " + secret}, {}}
	live := make([][][]float32, 4*len(lists))
	var wg sync.WaitGroup
	for i := range live {
		wg.Go(func() {
			var err error
			if live[i], err = r.Embed(t.Context(), lists[i%len(lists)]); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for text, n := range s.asked {
		if n != 1 || strings.Contains(text, secret) {
			t.Errorf("%q was asked for %d times", text, n)
		}
	}
	data := encoded(t, r.Embeddings())
	back, err := model.ReadEmbeddings(data, "f")
	if err != nil || back.Len() != 4 {
		t.Fatalf("%d texts, %v, want 4", back.Len(), err)
	}
	replay := &model.EmbedReplay{Embeddings: back, Mask: secrets.New(), File: "f", Suite: "s.yaml"}
	for i := range live {
		got, err := replay.Embed(t.Context(), lists[i%len(lists)])
		if d := cmp.Diff(live[i], got); err != nil || d != "" {
			t.Errorf("%v, %q (-live +replayed):\n%s", err, lists[i%len(lists)], d)
		}
		for _, v := range got {
			v[0] = -1 // the caller owns it
		}
	}
}

func TestEmbedReplayMisses(t *testing.T) {
	e := embeddings(t, []string{"a"}, func(string) []float32 { return []float32{1} })
	replay := &model.EmbedReplay{Embeddings: e, Mask: secrets.New(), File: "f", Suite: "suites/s.yaml"}
	_, err := replay.Embed(t.Context(), []string{"a", "b\x1b[2J" + strings.Repeat("x", 100), "c"})
	want := "no vector is recorded for 2 of 3 texts, the first \"b\\x1b[2J" + strings.Repeat("x", 55) +
		`": f has none, ` +
		"and the embedder of suites/s.yaml is not asked; `beaver-eval record --missing` asks it for what is missing"
	miss, ok := errors.AsType[*model.MissEmbedError](err)
	if !ok || miss.Missing != 2 || miss.Asked != 3 {
		t.Fatalf("%v, want a miss of 2 of 3", err)
	}
	if d := cmp.Diff(want, err.Error()); d != "" {
		t.Errorf("message (-want +got):\n%s", d)
	}
	if _, soft := errors.AsType[*pipeline.Failure](err); soft {
		t.Error("a miss is a failure that a system may fall back on")
	}
	none := &model.EmbedReplay{File: "f"}
	if _, err := none.Embed(t.Context(), []string{"a"}); err == nil || none.Vectors() != "" {
		t.Errorf("%v, without embeddings", err)
	}
}

// Recorded vectors are not requested again, and stay unchanged.
func TestEmbedRecorderAsksForWhatIsMissing(t *testing.T) {
	known := embeddings(t, []string{"a", "old"}, func(string) []float32 { return []float32{7, 7} })
	before := encoded(t, known)
	s := &embedServer{}
	by := nomic
	by.Server = "0.12.0"
	r, err := model.NewEmbedRecorder(s, nil, by, known)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Embed(t.Context(), []string{"a"}); err != nil || !bytes.Equal(encoded(t, r.Embeddings()), before) {
		t.Errorf("%v: nothing was asked for, and the file is another one", err)
	}
	got, err := r.Embed(t.Context(), []string{"bb", "a"})
	if d := cmp.Diff([][]float32{{2, 1}, {7, 7}}, got); err != nil || d != "" {
		t.Errorf("%v, vectors (-want +got):\n%s", err, d)
	}
	if d := cmp.Diff(map[string]int{"bb": 1}, s.asked); d != "" {
		t.Errorf("asked for (-want +got):\n%s", d)
	}
	if all := r.Embeddings(); all.Len() != 3 || all.Server != "0.12.0" {
		t.Errorf("%d texts of server %s, want 3 of the one that was asked", all.Len(), all.Server)
	}
	if !bytes.Equal(encoded(t, known), before) {
		t.Error("what was known before has changed")
	}
}

func TestEmbedRecorderRefuses(t *testing.T) {
	known := embeddings(t, []string{"a"}, func(string) []float32 { return []float32{7, 7} })
	for _, by := range []model.EmbeddingModel{
		{Model: nomic.Model, ModelDigest: "0b"}, {Model: "other", ModelDigest: nomic.ModelDigest},
	} {
		_, err := model.NewEmbedRecorder(&embedServer{}, nil, by, known)
		other, ok := errors.AsType[*model.OtherModelError](err)
		if !ok || !strings.HasSuffix(other.Error(), "record all of it again") {
			t.Errorf("%+v: %v", by, err)
		}
	}
	down := &pipeline.Failure{Reason: pipeline.Unavailable, Err: errors.New("refused")}
	for want, s := range map[string]*embedServer{
		"the embedder nomic-embed-text: the server gave no answer: unavailable: refused": {err: down},
		"the embedder nomic-embed-text has failed, and that is not recorded: overflow: long": {
			err: &pipeline.Failure{Reason: pipeline.Overflow, Err: errors.New("long")}},
		"context canceled":          {err: context.Canceled},
		"0 vectors for 1 texts":     {spoil: func([][]float32) [][]float32 { return nil }},
		"a vector without numbers":  {spoil: func(v [][]float32) [][]float32 { return make([][]float32, len(v)) }},
		"vectors of 2 and of 3 num": {spoil: func([][]float32) [][]float32 { return [][]float32{{1, 2, 3}} }},
	} {
		r := recorder(t, s, known)
		_, err := r.Embed(t.Context(), []string{"b"})
		_, soft := errors.AsType[*pipeline.Failure](err)
		if err == nil || soft || !strings.HasPrefix(err.Error(), want) || r.Embeddings().Len() != 1 {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Anything made of vectors of one name may be cached: a file read twice has one name, two recorders never share one.
func TestNamesOfVectors(t *testing.T) {
	name := func(texts []string, suite string) string {
		data := encoded(t, embeddings(t, texts, func(string) []float32 { return []float32{1} }))
		e, err := model.ReadEmbeddings(data, "f")
		if err != nil {
			t.Fatal(err)
		}
		return (&model.EmbedReplay{Embeddings: e, Suite: suite}).Vectors()
	}
	if a, b := name([]string{"a"}, "s"), name([]string{"a"}, "s"); a == "" || a != b {
		t.Errorf("%q and %q", a, b)
	}
	seen := map[string]string{}
	for what, got := range map[string]string{
		"a": name([]string{"a"}, "s"), "more": name([]string{"a", "b"}, "s"), "suite": name([]string{"a"}, "r"),
		"first": recorder(t, nil, nil).Vectors(), "second": recorder(t, nil, nil).Vectors(),
	} {
		if other := seen[got]; other != "" || got == "" {
			t.Errorf("%s is called %q, as %s is", what, got, fmt.Sprintf("%q", other))
		}
		seen[got] = what
	}
}
