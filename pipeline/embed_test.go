package pipeline_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

type embedderFunc func(texts []string) ([][]float32, error)

func (f embedderFunc) Embed(_ context.Context, texts []string) ([][]float32, error) { return f(texts) }

func embedding(f embedderFunc) *pipeline.Runtime {
	return pipeline.NewRuntime(&pipeline.Env{Model: new(model), Embedder: f}, start)
}

func TestEmbed(t *testing.T) {
	rt := embedding(func(texts []string) ([][]float32, error) {
		var vs [][]float32
		for _, s := range texts {
			vs = append(vs, []float32{float32(len(s))})
		}
		return vs, nil
	})
	got, err := rt.Embed(t.Context(), []string{"a", "abc"})
	if d := cmp.Diff([][]float32{{1}, {3}}, got); err != nil || d != "" {
		t.Errorf("%v, vectors (-want +got):\n%s", err, d)
	}
	if m := rt.Mark(); m != (pipeline.Mark{At: start}) || len(rt.Log()) > 0 {
		t.Errorf("mark %v, log %v: a text's vector is no model's answer", m, render(rt.Log()))
	}
}

// named is an embedder that names its vectors.
type named struct{ embedderFunc }

func (named) Vectors() string { return "ours" }

func TestVectorsHaveTheNameThatTheEmbedderGives(t *testing.T) {
	for want, e := range map[string]pipeline.Embedder{"ours": named{}, "": embedderFunc(nil)} {
		rt := pipeline.NewRuntime(&pipeline.Env{Model: new(model), Embedder: e}, start)
		if got := rt.At("turn-1", "").Vectors(); got != want {
			t.Errorf("%T: %q, want %q", e, got, want)
		}
	}
	if got := new(model).root().Vectors(); got != "" {
		t.Errorf("without an embedder: %q", got)
	}
}

func TestNoEmbedderIsUnavailable(t *testing.T) {
	rt := new(model).root()
	_, err := rt.Embed(t.Context(), []string{"a"})
	if reason(t, err) != pipeline.Unavailable {
		t.Errorf("%v, want unavailable", err)
	}
	ask(t, rt, "main") // it did not stick
}

func TestEmbedFailureDoesNotStick(t *testing.T) {
	rt := embedding(func([]string) ([][]float32, error) { return nil, &pipeline.Failure{Reason: pipeline.Transport} })
	_, err := rt.Embed(t.Context(), []string{"a"})
	if reason(t, err) != pipeline.Transport {
		t.Errorf("%v, want transport", err)
	}
	ask(t, rt, "main")
}

func TestEmbedErrorsStick(t *testing.T) {
	for name, embed := range map[string]embedderFunc{
		"a miss":         func([]string) ([][]float32, error) { return nil, errMiss },
		"too few":        func([]string) ([][]float32, error) { return [][]float32{{1}}, nil },
		"too many":       func([]string) ([][]float32, error) { return make([][]float32, 3), nil },
		"nothing at all": func([]string) ([][]float32, error) { return nil, nil },
	} {
		t.Run(name, func(t *testing.T) {
			rt := embedding(embed)
			vs, err := rt.Embed(t.Context(), []string{"a", "b"})
			if _, soft := errors.AsType[*pipeline.Failure](err); err == nil || soft || vs != nil {
				t.Fatalf("%v, %v; want an error that is no failure", vs, err)
			}
			if _, later := rt.Chat(t.Context(), pipeline.Request{Stage: "main"}); later != err {
				t.Errorf("a later call: %v, want the same error", later)
			}
		})
	}
}
