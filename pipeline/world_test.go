package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// start is the initial clock of every test.
var start = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)

// answer is a model's reaction to one request.
type answer struct {
	resp pipeline.Response
	err  error
}

func takes(d time.Duration) answer { return answer{resp: pipeline.Response{Takes: d}} }

func fails(r pipeline.Reason) answer { return answer{err: &pipeline.Failure{Reason: r}} }

// model answers by path, "ok" by default, and keeps every request.
type model struct {
	answers map[string]answer

	mu   sync.Mutex
	seen []pipeline.Request
}

func (m *model) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = append(m.seen, req)
	if a, ok := m.answers[req.Path]; ok {
		return a.resp, a.err
	}
	return pipeline.Response{Content: "ok"}, nil
}

// paths returns the paths of the requests that reached the model, in order of arrival.
func (m *model) paths() []string {
	var paths []string
	for _, r := range m.seen {
		paths = append(paths, r.Path)
	}
	return paths
}

func (m *model) root() *pipeline.Runtime {
	return pipeline.NewRuntime(&pipeline.Env{Model: m}, start)
}

// modelFunc makes a function a model.
type modelFunc func(pipeline.Request) (pipeline.Response, error)

func (f modelFunc) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	return f(req)
}

// ask makes a call whose stage is its leaf, and which must be answered.
func ask(t *testing.T, rt *pipeline.Runtime, leaf string) pipeline.Response {
	t.Helper()
	resp, err := rt.Chat(t.Context(), pipeline.Request{Stage: leaf})
	if err != nil {
		t.Errorf("%s: %v", leaf, err)
	}
	return resp
}

// since returns how far the place's clock has moved.
func since(rt *pipeline.Runtime) time.Duration { return rt.Now().Sub(start) }

// render prints entries as lines, without Go-internal values.
func render(entries []pipeline.Entry) []string {
	var lines []string
	for _, e := range entries {
		var b strings.Builder
		fmt.Fprintf(&b, "%s %s %s +%v depth %d", e.Kind, e.Path, e.Stage, e.At.Sub(start), e.Depth)
		if e.Try > 0 {
			fmt.Fprintf(&b, " try %d", e.Try)
		}
		if e.Failure != nil {
			fmt.Fprintf(&b, " failed: %v", e.Failure)
		}
		if e.Tool != nil {
			fmt.Fprintf(&b, " %s(%s) = %q from %s", e.Tool.Call.Name, e.Tool.Call.Arguments, e.Tool.Result.Content,
				e.Tool.Result.From)
		}
		if e.Fallback != nil {
			fmt.Fprintf(&b, " %s after %d", e.Fallback.Reason, e.Fallback.Tries)
		}
		if e.Value != nil {
			fmt.Fprintf(&b, " %s", e.Value)
		}
		lines = append(lines, b.String())
	}
	return lines
}
