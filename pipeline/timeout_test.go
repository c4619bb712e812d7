package pipeline_test

import (
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// timeLeft returns the time limit of a call here; 0 is without limit.
func timeLeft(t *testing.T, m *model, rt *pipeline.Runtime) time.Duration {
	t.Helper()
	if _, err := rt.Chat(t.Context(), pipeline.Request{Stage: "left", Again: true}); err != nil {
		t.Fatal(err)
	}
	return m.seen[len(m.seen)-1].Timeout
}

func TestWhereADeadlineHolds(t *testing.T) {
	m := &model{answers: map[string]answer{"work": takes(10 * time.Second)}}
	root := m.root()
	before := root.At("before", "")
	hurried := root.WithTimeout(time.Minute)
	below := hurried.At("below", "")
	ask(t, hurried, "work")
	for _, tt := range []struct {
		name string
		rt   *pipeline.Runtime
		want time.Duration
	}{
		{"the place itself, from its own clock", hurried, 50 * time.Second},
		{"a place below, from its own clock", below, time.Minute},
		{"one opened later starts at the clock of the one above", hurried.At("below", ""), 50 * time.Second},
		{"and those below it", below.At("deeper", ""), time.Minute},
		{"not one that was opened before", before, 0},
		{"not one opened without it", root.At("after", ""), 0},
		{"not the place without it", root, 0},
		{"an earlier one stays", hurried.WithTimeout(time.Hour), 50 * time.Second},
		{"an earlier one stays for those below", below.At("deeper", "").WithTimeout(time.Hour), time.Minute},
		{"an earlier one replaces it", hurried.WithTimeout(time.Second), time.Second},
		{"and it counts from now", root.WithTimeout(time.Minute), time.Minute},
	} {
		if got := timeLeft(t, m, tt.rt); got != tt.want {
			t.Errorf("%s: %v left, want %v", tt.name, got, tt.want)
		}
	}
}

// A shared deadline stops each place at its own clock: a slow sibling makes no difference.
func TestSiblingsCompareTheirOwnClocks(t *testing.T) {
	m := &model{answers: map[string]answer{"node:slow/one": takes(time.Hour), "node:fast/one": takes(time.Second)}}
	root := m.root().WithTimeout(time.Minute)
	slow, fast := root.At("node", "slow"), root.At("node", "fast")
	if _, err := slow.Chat(t.Context(), pipeline.Request{Stage: "one"}); reason(t, err) != pipeline.Timeout {
		t.Errorf("the slow one: %v, want a timeout", err)
	}
	ask(t, fast, "one")
	if got := timeLeft(t, m, fast); got != 59*time.Second {
		t.Errorf("the fast one has %v left, want 59s", got)
	}
	if since(slow) != time.Minute || since(fast) != time.Second || since(root) != 0 {
		t.Errorf("clocks +%v, +%v, +%v", since(slow), since(fast), since(root))
	}
}

// A result from another place can use up the remaining time.
func TestAJoinUsesUpTheTime(t *testing.T) {
	m := &model{answers: map[string]answer{"node:slow/one": takes(time.Minute)}}
	root := m.root()
	hurried := root.At("node", "hurried").WithTimeout(time.Minute)
	slow := root.At("node", "slow")
	ask(t, slow, "one")
	hurried.After(slow.Mark())
	if _, err := hurried.Chat(t.Context(), pipeline.Request{Stage: "two"}); reason(t, err) != pipeline.Timeout {
		t.Errorf("%v, want a timeout", err)
	}
}
