package pipeline_test

import (
	"net/url"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestPlacePaths(t *testing.T) {
	type runtime = *pipeline.Runtime
	for _, tt := range []struct {
		name string
		open func(root runtime) runtime
		want string
	}{
		{"the root has none", func(r runtime) runtime { return r }, ""},
		{"kind alone", func(r runtime) runtime { return r.At("turn-1", "") }, "turn-1"},
		{"kind and name", func(r runtime) runtime { return r.At("node", "research") }, "node:research"},
		{"the same again", func(r runtime) runtime { r.At("node", "a"); return r.At("node", "a") }, "node:a@2"},
		{"kind alone again", func(r runtime) runtime { r.At("end", ""); return r.At("end", "") }, "end@2"},
		{"a third time", func(r runtime) runtime { r.At("node", "a"); r.At("node", "a"); return r.At("node", "a") },
			"node:a@3"},
		{"another kind is not the same", func(r runtime) runtime { r.At("node", "a"); return r.At("agent", "a") },
			"agent:a"},
		{"another name is not the same", func(r runtime) runtime { r.At("node", "a"); return r.At("node", "b") },
			"node:b"},
		{"nested", func(r runtime) runtime { return r.At("turn-2", "").At("node", "x").At("loop", "") },
			"turn-2/node:x/loop"},
		{"below the second", func(r runtime) runtime {
			r.At("node", "a").At("loop",
				"")
			return r.At("node", "a").At("loop", "")
		}, "node:a@2/loop"},
		{"a deadline is no place",
			func(r runtime) runtime { r.At("node", "a"); return r.WithTimeout(time.Hour).At("node", "a") }, "node:a@2"},
		{"a thread lies below the one that spawned it", func(r runtime) runtime {
			return r.At("thread", "a").At("thread", "b")
		}, "thread:a/thread:b"},
		{"what follows a join lies below the joiner", func(r runtime) runtime {
			joiner, other := r.At("thread", "a"), r.At("thread", "b")
			joiner.After(other.Mark())
			return joiner.At("join", "1")
		}, "thread:a/join:1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.open(new(model).root()).Place(); got != tt.want {
				t.Errorf("place %q, want %q", got, tt.want)
			}
		})
	}
}

func TestHostileNames(t *testing.T) {
	for name, want := range map[string]string{
		"A.b_c-9":     "A.b_c-9",
		"a/main-1":    "a%2Fmain-1",
		"a@2":         "a%402",
		"a#2":         "a%232",
		"a~2":         "a%7E2",
		"a:b":         "a%3Ab",
		"%2F":         "%252F",
		"a b\n":       "a%20b%0A",
		"é":           "%C3%A9",
		"研":           "%E7%A0%94",
		"\x00\xff":    "%00%FF",
		"..":          "..",
		"<script>":    "%3Cscript%3E",
		"\u2028line":  "%E2%80%A8line",
		"x\"y'z`\\$*": "x%22y%27z%60%5C%24%2A",
	} {
		if got := new(model).root().At("node", name).Place(); got != "node:"+want {
			t.Errorf("%q: place %q, want %q", name, got, "node:"+want)
		}
	}
}

// Two names never share a place: the escaped form of a name can be decoded.
func TestNamesAreReadBack(t *testing.T) {
	safe := regexp.MustCompile(`^node:[A-Za-z0-9_.%-]+$`)
	rapid.Check(t, func(t *rapid.T) {
		name := string(rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "name"))
		place := new(model).root().At("node", name).Place()
		if !safe.MatchString(place) {
			t.Fatalf("%q: place %q", name, place)
		}
		if back, err := url.PathUnescape(place[len("node:"):]); err != nil || back != name {
			t.Fatalf("%q: place %q is read back as %q, %v", name, place, back, err)
		}
	})
}

func TestIDs(t *testing.T) {
	root := new(model).root()
	turn := root.At("turn-1", "")
	node := turn.At("node", "a/b")
	got := []string{
		turn.ID("task"), turn.ID("task"), turn.ID("run"), turn.WithTimeout(time.Hour).ID("task"),
		node.ID("task"), root.At("turn-2", "").ID("task"), root.ID("task"),
	}
	want := []string{
		"task:turn-1", "task:turn-1~2", "run:turn-1", "task:turn-1~3",
		"task:turn-1/node:a%2Fb", "task:turn-2", "task:",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("ids (-want +got):\n%s", d)
	}
}
