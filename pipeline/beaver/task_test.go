package beaver

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestFirstRunes_R2_R4_Law(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.SampledFrom([]rune("ab é海狸🦫👩\u200d👧\u2028\U0010ffff"))).Draw(t, "text")
		n := rapid.IntRange(0, 20).Draw(t, "n")
		runes := []rune(s)
		want := string(runes[:min(n, len(runes))])
		if got := firstRunes(s, n); got != want || !utf8.ValidString(got) {
			t.Errorf("firstRunes(%q, %d) = %q, want %q", s, n, got, want)
		}
	})
}

func TestTitle_R4(t *testing.T) {
	for _, tt := range []struct{ name, title, goal, want string }{
		{"the router's", "Trip", "plan a trip", "Trip"},
		{"none: the goal", "", "plan a trip", "plan a trip"},
		{"none: 40 code points of the goal", "", "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四五六七八九🦫十一",
			"一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四五六七八九🦫"},
		{"a blank one is none", " \t", "plan a trip", "plan a trip"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var ts tasks
			if got := ts.begin("t", tt.title, tt.goal).ShortTitle; got != tt.want {
				t.Errorf("title %q, want %q", got, tt.want)
			}
		})
	}
}

// The waiting Tasks are a stack: a new Task pushes the active one, and one that ends pops the top. At most one is
// active, and one that has ended never changes again.
func TestTasks_S2_S3_S5_Law(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ts tasks
		var want []string // states, by index
		var stack []int   // paused, the last on top
		active := -1
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			if ending := rapid.SampledFrom([]string{"", taskClosed, taskAbandoned, taskAccepted}).Draw(t,
				"end"); active >= 0 && ending != "" {
				ts.end(ts.active(), ending)
				want[active], active = ending, -1
				if n := len(stack); n > 0 {
					active, stack = stack[n-1], stack[:n-1]
					want[active] = taskActive
				}
			} else {
				ts.begin("id", "title", "goal")
				if active >= 0 {
					want[active], stack = taskPaused, append(stack, active)
				}
				active, want = len(want), append(want, taskActive)
			}
			checkStates(t, ts, want, active)
		}
	})
}

func checkStates(t *rapid.T, ts tasks, want []string, active int) {
	var got []string
	for _, k := range ts {
		got = append(got, k.Status)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("states (-want +got):\n%s", d)
	}
	if now := ts.active(); (now == nil) != (active < 0) || now != nil && now != ts[active] {
		t.Fatalf("active: %v, want the Task with index %d", now, active)
	}
}

// A turn works on a copy: its changes of a Task reach the session only when the turn is committed.
func TestTasks_S2_CloneIsApart(t *testing.T) {
	var ts tasks
	ts.begin("1", "first", "goal").finish(modeSingle, nil, runRecord{ID: "run:1", Status: "done", Answer: "answer"})
	c := ts.clone()
	c.active().finish(modeSingle, nil, runRecord{ID: "run:2", Status: "done", Answer: "another"})
	c.end(c.active(), taskClosed)
	c.begin("2", "second", "goal")
	want := tasks{{ID: "1", ShortTitle: "first", Goal: "goal", Status: taskActive,
		Attempts: []attempt{{Attempt: 1, Mode: modeSingle, Outcome: "done", LastAnswer: "answer"}},
		runs:     []runRecord{{ID: "run:1", Status: "done", Answer: "answer"}}}}
	if d := cmp.Diff(want, ts, cmp.AllowUnexported(attempt{}, task{}, runRecord{})); d != "" {
		t.Errorf("the session (-want +got):\n%s", d)
	}
}
