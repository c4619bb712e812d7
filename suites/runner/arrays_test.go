package runner

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Every messages array that reaches the innermost model is in the trace and in the golden, once, under its own path,
// with the same content; and they contain nothing else.
func TestEveryMessagesArrayIsKept(t *testing.T) {
	sampled(t, 3, func(t *testing.T, s *project.Suite, c *fixtures.Case) {
		first := finished(t, s, c)
		inner := answeredAs(first.trace())
		// The chain of a run, with nothing in it that could answer before the innermost model.
		nobody := fixtures.Answers{}
		otherwise := &model.Scripted{Script: nobody, Next: inner}
		second := finished(t, s, c, &model.Scripted{Script: nobody, Next: model.NewReplay(nil, 1, otherwise)})
		trace := second.trace()
		golden := readBack(t, review.GoldenOf(trace))

		reached := inner.paths()
		if twice := len(reached) - len(slices.Compact(slices.Clone(reached))); twice > 0 {
			t.Errorf("%d arrays share their path with another: %v", twice, reached)
		}
		if d := cmp.Diff(reached, pathsOf(review.GoldenOf(trace))); d != "" {
			t.Errorf("calls of the trace (-reached +trace):\n%s", d)
		}
		if d := cmp.Diff(reached, pathsOf(golden)); d != "" {
			t.Errorf("calls of the golden (-reached +golden):\n%s", d)
		}
		byPath := map[string]goldens.Call{}
		for _, call := range golden.Calls {
			byPath[call.Path] = call
		}
		for _, req := range inner.seen {
			want := goldens.Call{Path: req.Path, Stage: req.Stage, Messages: req.Messages, Tools: req.Tools,
				Format: req.Format}
			if d := cmp.Diff(want, byPath[req.Path]); d != "" {
				t.Errorf("%s (-reached +golden):\n%s", req.Path, d)
			}
		}
	})
}

// readBack returns f written and read.
func readBack(t *testing.T, f *goldens.File) *goldens.File {
	t.Helper()
	text, err := f.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := goldens.Read("golden.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func pathsOf(f *goldens.File) []string {
	var paths []string
	for _, c := range f.Calls {
		paths = append(paths, c.Path)
	}
	slices.Sort(paths)
	return paths
}
