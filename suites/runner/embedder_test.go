package runner_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// embedding is a system that replies with the vector of the user's text.
type embedding struct{ echo }

func (e embedding) Open(pipeline.Case) (pipeline.Conversation, error) { return e, nil }

func (embedding) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	vectors, err := rt.Embed(ctx, []string{in.Text})
	return pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: fmt.Sprint(vectors)}}}, err
}

// server is an embedder that counts texts, and cannot embed the failing one.
type server struct {
	mu    sync.Mutex
	asked []string
}

func (s *server) Embed(_ context.Context, texts []string) ([][]float32, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, texts...)
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if strings.Contains(text, "fail") {
			return nil, &pipeline.Failure{Reason: pipeline.Unavailable, Err: errors.New("refused")}
		}
		vectors[i] = []float32{float32(len(text)), 1}
	}
	return vectors, nil
}

// written returns a project with these files in a folder of its own.
func written(t *testing.T, files map[string]string) *project.Project {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		edit(t, root, name, text)
	}
	p, err := project.Find(root, root)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// said returns the replies of each case, or its error.
func said(results []*result.Result) map[string]string {
	all := map[string]string{}
	for _, r := range results {
		all[r.Case] = fmt.Sprint(r.Errors, r.Failures)
		if r.Status == result.StatusOK {
			all[r.Case] = r.Trace.Outcomes[0].Replies[0].Text
		}
	}
	return all
}

const sayings = `{"id":"one","turns":[{"user":"Hello"}]}
{"id":"same","turns":[{"user":"Hello"}]}
{"id":"secret","turns":[{"user":"ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]}
{"id":"similar","turns":[{"user":"Hi","expect":{"reply":{"similar":{"to":"好的","min":0.1}}}}]}
`

// A run replays without an embedder what it recorded with one: replies and scores; and no text is embedded twice.
func TestEmbedderIsRecordedAndReplayed(t *testing.T) {
	files := map[string]string{
		"suites/s.yaml":                        "system: echo\nembedder: ollama:minilm\n",
		"suites/words.yaml":                    "system: echo\ncases: [few/*]\n",
		"fixtures/conversations/sayings.jsonl": sayings,
		"fixtures/few/hello.jsonl":             `{"id":"hello","turns":[{"user":"Hello"}]}`,
	}
	p, s := written(t, files), &server{}
	var recorders []*model.EmbedRecorder
	var suites []*project.Suite
	live := said(run(t, p, embedding{}, runner.Options{Embedder: func(of *project.Suite) (pipeline.Embedder, error) {
		by := model.EmbeddingModel{Model: of.EmbeddingModel(), ModelDigest: "0a"}
		r, err := model.NewEmbedRecorder(s, of.Masker(), by, nil)
		recorders, suites = append(recorders, r), append(suites, of)
		return r, err
	}}))
	if len(recorders) != 1 || suites[0].Name != "s" {
		t.Fatalf("%d embedders, want one, of s: the other suite has none", len(recorders))
	}
	if asked := strings.Join(s.asked, " "); strings.Count(asked, "Hello") != 1 || strings.Contains(asked, "16C7e42F") {
		t.Errorf("asked for %s", asked)
	}
	if err := suites[0].WriteEmbeddings(recorders[0].Embeddings()); err != nil {
		t.Fatal(err)
	}
	if e, err := suites[0].Embeddings(); err != nil || e.Len() != 5 {
		t.Errorf("%d texts, %v, right after they were written", e.Len(), err)
	}
	info, err := os.Stat(p.OnDisk("fixtures/recordings/s/_embeddings.jsonl"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	n := len(s.asked)
	replayed := said(run(t, p, embedding{}, runner.Options{}))
	if d := cmp.Diff(live, replayed); d != "" || len(live) != 5 || len(s.asked) != n {
		t.Errorf("%d texts more (-live +replayed):\n%s", len(s.asked)-n, d)
	}
	if got := live["one"]; got != "[[5 1]]" {
		t.Errorf("reply %s, want the server's vector", got)
	}
}

// A text that was never recorded, and a server that fails while recording, end the case. Neither is a bug of the
// program.
func TestEmbedderErrorsAreOfTheCase(t *testing.T) {
	p := written(t, map[string]string{
		"suites/s.yaml":                    "system: echo\nembedder: ollama:minilm\n",
		"fixtures/conversations/two.jsonl": `{"id":"fails","turns":[{"user":"fail"}]}`,
	})
	recording := func(of *project.Suite) (pipeline.Embedder, error) {
		by := model.EmbeddingModel{Model: of.EmbeddingModel(), ModelDigest: "0a"}
		return model.NewEmbedRecorder(&server{}, of.Masker(), by, nil)
	}
	for want, o := range map[string]runner.Options{
		"no vector is recorded for 1 of 1 texts, the first \"fail\"":    {},
		"the embedder minilm: the server gave no answer: unavailable: ": {Embedder: recording},
	} {
		results := run(t, p, embedding{}, o)
		if len(results) != 1 || results[0].Status != result.StatusError || results[0].Bug {
			t.Fatalf("%+v, want one case in error", results)
		}
		if err := errors.Join(results[0].Errors...); !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	gone := errors.New("no server")
	err := start(t, t.Context(), p, embedding{}, runner.Options{
		Embedder: func(*project.Suite) (pipeline.Embedder, error) { return nil, gone },
	}, func(*result.Result) error { return nil })
	if !errors.Is(err, gone) {
		t.Errorf("%v, want that no case runs", err)
	}
}
