package review

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// asked returns a call of a trace whose answer may differ from its case's.
func asked(path string, depth int, other bool) trace.Step {
	s := trace.Step{Call: &trace.Call{Path: path, Origin: pipeline.Origin{Other: other}}}
	s.Path, s.Depth = path, depth
	return s
}

func TestRestsOnOthers(t *testing.T) {
	for _, tt := range []struct {
		name  string
		steps []trace.Step
		want  map[string]bool
		any   bool
	}{
		{name: "no calls", want: map[string]bool{}},
		{
			name:  "the answers of the case",
			steps: []trace.Step{asked("turn-1/router", 1, false), asked("turn-1/main-1", 2, false)},
			want:  map[string]bool{"turn-1/router": false, "turn-1/main-1": false},
		},
		{
			name: "what is as deep as another answer does not rest on it",
			steps: []trace.Step{
				asked("turn-1/node:a/main-1", 2, true), asked("turn-1/node:a/main-2", 3, false),
				asked("turn-1/node:b/main-1", 2, false),
			},
			want: map[string]bool{
				"turn-1/node:a/main-1": false, "turn-1/node:a/main-2": true, "turn-1/node:b/main-1": false,
			},
			any: true,
		},
		{
			name: "the least deep counts, wherever it stands",
			steps: []trace.Step{
				asked("turn-1/node:a/main-1", 3, false), asked("turn-1/node:b/main-1", 2, true),
				asked("turn-1/node:c/main-1", 5, true),
			},
			want: map[string]bool{
				"turn-1/node:a/main-1": true, "turn-1/node:b/main-1": false, "turn-1/node:c/main-1": true,
			},
			any: true,
		},
		{
			name: "all of a later turn",
			steps: []trace.Step{
				asked("turn-1/main-1", 1, true), {}, asked("turn-2/main-1", 1, false),
				asked("turn-10/main-1", 1, false),
			},
			want: map[string]bool{"turn-1/main-1": false, "turn-2/main-1": true, "turn-10/main-1": true},
			any:  true,
		},
		{
			name:  "an answer of the last turn",
			steps: []trace.Step{asked("turn-1/main-1", 1, false), asked("turn-2/main-1", 2, true)},
			want:  map[string]bool{"turn-1/main-1": false, "turn-2/main-1": false},
			any:   true,
		},
	} {
		rests, any := restsOnOthers(&trace.Trace{Steps: tt.steps})
		if d := cmp.Diff(tt.want, rests); d != "" || any != tt.any {
			t.Errorf("%s: any %v, rests (-want +got):\n%s", tt.name, any, d)
		}
	}
}

// The law: a call depends on a different answer if there is one in an earlier turn, or a less deep one in its own.
func TestRestsOnOthersByLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var steps []trace.Step
		for turn := range rapid.IntRange(0, 3).Draw(t, "turns") {
			for n := range rapid.IntRange(0, 5).Draw(t, "calls") {
				steps = append(steps, asked(fmt.Sprintf("turn-%d/main-%d", turn+1, n+1),
					rapid.IntRange(1, 4).Draw(t, "depth"), rapid.Bool().Draw(t, "other")))
			}
		}
		want, others := map[string]bool{}, false
		for i, s := range steps {
			others = others || s.Call.Origin.Other
			turn, _, _ := strings.Cut(s.Path, "/")
			want[s.Path] = false
			for n, o := range steps {
				of, _, _ := strings.Cut(o.Path, "/")
				if o.Call.Origin.Other && (of != turn && n < i || of == turn && o.Depth < s.Depth) {
					want[s.Path] = true
				}
			}
		}
		rests, any := restsOnOthers(&trace.Trace{Steps: steps})
		if d := cmp.Diff(want, rests); d != "" || any != others {
			t.Errorf("any %v, rests (-want +got):\n%s", any, d)
		}
	})
}
