package pipeline_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// depths returns the depths of a log's calls, by path.
func depths(log []pipeline.Entry) map[string]int {
	d := map[string]int{}
	for _, e := range log {
		if e.Kind == pipeline.EntryCall {
			d[e.Path] = e.Depth
		}
	}
	return d
}

func TestDepth(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(root *pipeline.Runtime)
		want map[string]int
	}{
		{"a call rests on those before it in its place", func(root *pipeline.Runtime) {
			ask(t, root, "a")
			ask(t, root, "b")
		}, map[string]int{"a": 1, "b": 2}},
		{"a place below rests on what was before it", func(root *pipeline.Runtime) {
			early := root.At("early", "")
			ask(t, root, "a")
			ask(t, root.At("late", ""), "b")
			ask(t, early, "c")
		}, map[string]int{"a": 1, "late/b": 2, "early/c": 1}},
		{"the place above does not rest on it", func(root *pipeline.Runtime) {
			ask(t, root.At("below", ""), "a")
			ask(t, root, "b")
		}, map[string]int{"below/a": 1, "b": 1}},
		{"until it joins", func(root *pipeline.Runtime) {
			below := root.At("below", "")
			ask(t, below, "a")
			root.After(below.Mark())
			ask(t, root, "b")
		}, map[string]int{"below/a": 1, "b": 2}},
		{"a join rests on the deepest", func(root *pipeline.Runtime) {
			x, y := root.At("x", ""), root.At("y", "")
			ask(t, x, "a")
			ask(t, y, "a")
			ask(t, y, "b")
			ask(t, root, "c")
			root.After(y.Mark(), x.Mark())
			ask(t, root, "d")
		}, map[string]int{"x/a": 1, "y/a": 1, "y/b": 2, "c": 1, "d": 3}},
		{"a message carries its sender's depth", func(root *pipeline.Runtime) {
			x, y := root.At("x", ""), root.At("y", "")
			ask(t, x, "a")
			sent := x.Mark()
			ask(t, x, "b")
			y.After(sent)
			ask(t, y, "c")
		}, map[string]int{"x/a": 1, "x/b": 2, "y/c": 2}},
		{"a failure is rested on like an answer", func(root *pipeline.Runtime) {
			_, _ = root.Chat(t.Context(), pipeline.Request{Stage: "down"})
			ask(t, root, "a")
		}, map[string]int{"down": 1, "a": 2}},
		{"an ask that did not leave is none", func(root *pipeline.Runtime) {
			_, _ = root.WithTimeout(0).Chat(t.Context(), pipeline.Request{Stage: "late"})
			ask(t, root, "a")
		}, map[string]int{"a": 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := (&model{answers: map[string]answer{"down": fails(pipeline.Unavailable)}}).root()
			tt.do(root)
			if d := cmp.Diff(tt.want, depths(root.Log())); d != "" {
				t.Errorf("depths (-want +got):\n%s", d)
			}
		})
	}
}

// One call broken by hand: whatever rests on it changes, all else stays.
func TestBreakingOneCall(t *testing.T) {
	ask := step{do: "ask"}
	p := program{ask, {do: "fan", parts: []program{{ask, ask}, {ask, ask}}}, ask}
	base := run(context.Background(), p, &oracle{})
	broken := run(context.Background(), p, &oracle{breaks: "p:1/a-1", how: "answers otherwise"})
	var changed []string
	for _, path := range slices.Sorted(maps.Keys(base.messages)) {
		if base.messages[path] != broken.messages[path] {
			changed = append(changed, path)
		}
	}
	if d := cmp.Diff([]string{"a-2", "p:1/a-2"}, changed); d != "" {
		t.Errorf("changed (-want +got):\n%s", d)
	}
}
