package runner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// A request goes to the server of its form, and to no other one.
func TestUpstream(t *testing.T) {
	t.Parallel()
	u := &runner.Upstream{Bases: map[pipeline.Source]string{pipeline.SourceOllama: "http://127.0.0.1:1"}}
	ask := func(of pipeline.Source) (pipeline.Response, error) {
		return u.Arrived(t.Context(), pipeline.Arrival{Provider: of, Words: "chat",
			Forward: func(_ context.Context, base string) (pipeline.Response, error) {
				return pipeline.Response{Content: "from " + base}, nil
			}})
	}
	if resp, err := ask(pipeline.SourceOllama); err != nil || resp.Content != "from http://127.0.0.1:1" {
		t.Errorf("%+v, %v", resp, err)
	}
	if _, err := ask(pipeline.SourceOpenAI); err == nil || !strings.Contains(err.Error(), "no --upstream openai=URL") {
		t.Errorf("%v", err)
	}
}
