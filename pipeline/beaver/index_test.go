package beaver

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// vectorist is an embedder that records its requests.
type vectorist struct {
	name string
	err  error

	mu    sync.Mutex
	texts []string
}

func (e *vectorist) Embed(_ context.Context, texts []string) ([][]float32, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.texts = append(e.texts, texts...)
	if e.err != nil {
		return nil, e.err
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = []float32{1, float32(len(text))}
	}
	return vectors, nil
}

func (e *vectorist) Vectors() string { return e.name }

// at returns a place with an embedder's vectors.
func at(e pipeline.Embedder) *pipeline.Runtime {
	return pipeline.NewRuntime(&pipeline.Env{Embedder: e}, began)
}

// A library's vectors are requested once for each name of them, however many cases come at the same time; without a
// name of both, library and vectors, by each case.
func TestIndexes_A2_OncePerLibraryAndVectors(t *testing.T) {
	for _, tt := range []struct {
		library, vectors string
		want             int
	}{{"one", "ours", 1}, {"", "ours", 8}, {"one", "", 8}} {
		l, e := newLibraries(), &vectorist{name: tt.vectors}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				lib := l.get(pipeline.Case{Library: tt.library, Skills: alike(1)})
				if _, err := l.indexes.of(t.Context(), at(e), lib.digest, lib.docs); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if len(e.texts) != tt.want {
			t.Errorf("library %q, vectors %q: asked for %d texts, want %d", tt.library, tt.vectors, len(e.texts),
				tt.want)
		}
	}
	l := newLibraries()
	lib := l.get(pipeline.Case{Library: "one", Skills: alike(1)})
	var digests []string
	for _, e := range []*vectorist{{name: "ours"}, {name: "theirs"}, {name: "ours"}} {
		x, err := l.indexes.of(t.Context(), at(e), lib.digest, lib.docs)
		if err != nil {
			t.Fatal(err)
		}
		digests = append(digests, x.Digest())
		if want := len(digests) < 3; want != (len(e.texts) > 0) {
			t.Errorf("%s: asked for %q", e.name, e.texts)
		}
	}
	if n := len(slices.Compact(slices.Sorted(slices.Values(digests)))); n != 1 {
		t.Errorf("%d libraries, want one: the vectors are the same", n)
	}
}

// An error in one case does not affect another one, nor the reverse.
func TestIndexes_A2_ErrorsAreNotKept(t *testing.T) {
	l, bad := newLibraries(), errors.New("gone")
	lib := l.get(pipeline.Case{Library: "one", Skills: alike(1)})
	for i, want := range []error{bad, bad, nil, nil} {
		_, err := l.indexes.of(t.Context(), at(&vectorist{name: "ours", err: want}), lib.digest, lib.docs)
		if !errors.Is(err, want) {
			t.Errorf("%d: %v, want %v", i+1, err, want)
		}
	}
	if d := cmp.Diff(1, l.indexes.kept.Len()); d != "" {
		t.Errorf("indexes (-want +got):\n%s", d)
	}
}

// Documents and query come from the harness's embedder, and a missing vector ends the case.
func TestRecall_A2_TakesTheVectorsOfTheRuntime(t *testing.T) {
	e := &vectorist{name: "ours", err: errors.New("no vector")}
	conv := open(t, pipeline.Case{Skills: alike(2), Block: &Block{Entry: entryMain}})
	root := pipeline.NewRuntime(&pipeline.Env{Model: &script{}, Embedder: e, Tools: noTools{}}, began)
	in := pipeline.Input{Kind: pipeline.UserMessage, Text: "a letter", Skills: alike(2)}
	if _, err := conv.Turn(t.Context(), root.At("turn-1", ""), in); !errors.Is(err, e.err) {
		t.Errorf("%v, want %v", err, e.err)
	}
	if errs := root.Errs(); len(errs) != 1 || !errors.Is(errs[0], e.err) {
		t.Errorf("errors %v", errs)
	}
	e.err = nil
	root = pipeline.NewRuntime(&pipeline.Env{Model: &script{}, Embedder: e, Tools: noTools{}}, began)
	e.texts = nil
	conv = open(t, pipeline.Case{Skills: alike(2), Block: &Block{Entry: entryMain}})
	if _, err := conv.Turn(t.Context(), root.At("turn-1", ""), in); err != nil {
		t.Fatal(err)
	}
	if len(e.texts) != 3 || e.texts[2] != "a letter" {
		t.Errorf("asked for %q, want two skills and the message", e.texts)
	}
}
