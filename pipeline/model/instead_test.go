package model_test

import (
	"context"
	"errors"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// inner answers with the path, fails, misses or ends the run, and counts.
type inner struct {
	err   error
	asked int
}

func (m *inner) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	m.asked++
	return pipeline.Response{Content: "own " + req.Path, Origin: pipeline.Origin{Source: pipeline.SourceOllama}}, m.err
}

// A call gets what replaces its answer, failure or miss, and the model behind is asked each time. The end of the run is
// never replaced by an answer.
func TestInstead(t *testing.T) {
	timeout := &pipeline.Failure{Reason: pipeline.Timeout}
	for name, tt := range map[string]struct {
		inner error
		path  string
		want  string
		err   error
	}{
		"an answer":               {nil, "put", "other for own put", nil},
		"a failure":               {timeout, "put", "other for own put", nil},
		"a miss":                  {&model.MissError{}, "put", "other for own put", nil},
		"the end of the run":      {context.Canceled, "put", "own put", context.Canceled},
		"another call":            {nil, "main", "own main", nil},
		"another call that fails": {timeout, "main", "own main", timeout},
		"put to fail":             {nil, "fail", "", timeout},
	} {
		next := &inner{err: tt.inner}
		put := func(
			_ context.Context, req pipeline.Request, was pipeline.Response,
		) (pipeline.Response, error, bool) {
			if req.Path == "fail" {
				return pipeline.Response{}, timeout, true
			}
			return pipeline.Response{Content: "other for " + was.Content}, nil, req.Path == "put"
		}
		m := &model.Instead{Next: next, Put: put}
		resp, err := m.Chat(t.Context(), pipeline.Request{Path: tt.path})
		if resp.Content != tt.want || !errors.Is(err, tt.err) || next.asked != 1 {
			t.Errorf("%s: %q, %v, asked %d times; want %q, %v", name, resp.Content, err, next.asked, tt.want, tt.err)
		}
		if put := tt.want != "own "+tt.path; put != (resp.Origin.Source == pipeline.SourceScripted) {
			t.Errorf("%s: the source is %q", name, resp.Origin.Source)
		}
	}
}
