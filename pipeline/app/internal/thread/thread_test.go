package thread_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
)

// messages returns one message per word, with _ for blanks: an upper-case word is the system's or a user's, a
// lower-case one a model's.
func messages(words string) []pipeline.Message {
	var all []pipeline.Message
	for _, word := range strings.Fields(words) {
		role := pipeline.RoleAssistant
		if word[0] < 'a' {
			role = pipeline.RoleUser
		}
		all = append(all, pipeline.Text(role, "Content", strings.ReplaceAll(word, "_", " ")))
	}
	return all
}

// call parses "stage: messages", with a ! in front if its answer was a failure.
func call(text string) thread.Call {
	text, failed := strings.CutPrefix(text, "!")
	stage, words, _ := strings.Cut(text, ":")
	return thread.Call{Stage: stage, Messages: messages(words), Body: words, Failed: failed}
}

func calls(lines []string) []thread.Call {
	var all []thread.Call
	for _, line := range lines {
		all = append(all, call(line))
	}
	return all
}

// golden parses "leaf: messages".
func golden(lines []string) []thread.Accepted {
	var all []thread.Accepted
	for _, line := range lines {
		leaf, words, _ := strings.Cut(line, ":")
		stage, name, ok := thread.ParseLeaf(leaf)
		if !ok {
			panic("no leaf: " + leaf)
		}
		all = append(all, thread.Accepted{Stage: stage, Name: name, Messages: messages(words)})
	}
	return all
}

// shown is a name as it stands in a path.
func shown(stage string, n thread.Name) string {
	if n.Try == 1 {
		return n.Leaf(stage)
	}
	return fmt.Sprintf("%s#%d", n.Leaf(stage), n.Try)
}

// aside reports whether a stage is the concurrent one.
func aside(stage string) bool { return stage == "par" }

func TestNames(t *testing.T) {
	for name, c := range map[string]struct {
		calls    []string
		accepted []string
		want     string
	}{
		"nothing": {},
		"a loop with tools": {
			calls: []string{"chat: S Q", "chat: S Q a T", "chat: S Q a T b T"},
			want:  "chat-1.1 chat-1.2 chat-1.3",
		},
		"a loop that says it shorter begins anew": {
			calls: []string{"chat: S Q", "chat: S Q a T", "chat: S SUM"},
			want:  "chat-1.1 chat-1.2 chat-2.1",
		},
		"stages count for themselves": {
			calls: []string{"router: S Q", "chat: S Q", "router: S Q r", "chat: S Q a"},
			want:  "router-1.1 chat-1.1 router-1.2 chat-1.2",
		},
		"branches from one parent": {
			calls: []string{"chat: S Q", "chat: S Q b", "chat: S Q a", "chat: S Q a c"},
			want:  "chat-1.1 chat-1.2 chat-2.1 chat-2.2",
		},
		"the longest beginning is the parent": {
			calls: []string{"chat: S", "chat: S Q a T", "chat: S Q", "chat: S Q a T b"},
			want:  "chat-1.1 chat-1.2 chat-2.1 chat-1.3",
		},
		"no call goes on from one that comes later": {
			calls: []string{"chat: S Q a", "chat: S Q"},
			want:  "chat-1.1 chat-2.1",
		},
		"nor from an empty one": {calls: []string{"chat:", "chat: Q", "chat:"}, want: "chat-1.1 chat-2.1 chat-3.1"},
		"a failure in the middle": {
			calls: []string{"chat: S Q", "!chat: S Q a T", "!chat: S Q a T", "chat: S Q a T", "chat: S Q a T b T"},
			want:  "chat-1.1 chat-1.2 chat-1.2#2 chat-1.2#3 chat-1.3",
		},
		"the same question twice": {
			calls: []string{"chat: S Q", "chat: S Q", "chat: S Q a", "chat: S Q a", "chat: S Q a"},
			want:  "chat-1.1 chat-2.1 chat-1.2 chat-2.2 chat-3.1",
		},
		"two failures of one question": {
			calls: []string{"!chat: Q", "chat: Q", "!chat: Q", "chat: Q"},
			want:  "chat-1.1 chat-1.1#2 chat-2.1 chat-2.1#2",
		},

		"side by side": {
			calls: []string{"par: S D", "par: S A", "par: S E", "par: S C", "par: S B"},
			want:  "par-4.1 par-1.1 par-5.1 par-3.1 par-2.1",
		},
		"side by side, two steps": {
			calls: []string{"par: S C", "par: S A", "par: S A x", "par: S B", "par: S C z", "par: S B y"},
			want:  "par-3.1 par-1.1 par-1.2 par-2.1 par-3.2 par-2.2",
		},
		"branches of a later parent": {
			calls: []string{"par: S Q b", "par: S Q a", "par: S Q"},
			want:  "par-2.1 par-1.2 par-1.1",
		},
		"failures side by side": {
			calls: []string{"!par: B", "!par: A", "par: A", "!par: B", "par: B", "par: B c"},
			want:  "par-2.1 par-1.1 par-1.1#2 par-2.1#2 par-2.1#3 par-2.2",
		},
		"failures of one question are dealt out": {
			calls: []string{"par: A", "!par: A", "!par: A", "par: A", "!par: A"},
			want:  "par-1.1#3 par-1.1 par-2.1 par-2.1#2 par-1.1#2",
		},
		"nobody goes on from an empty one": {calls: []string{"par: Q", "par:"}, want: "par-2.1 par-1.1"},
		"all of them failed":               {calls: []string{"!par: A", "!par: A"}, want: "par-1.1 par-1.1#2"},

		"as accepted": {
			calls:    []string{"par: S A", "par: S B", "par: S C"},
			accepted: []string{"par-1.1: S C", "par-2.1: S B", "par-7.1: S A"},
			want:     "par-7.1 par-2.1 par-1.1",
		},
		"accepted names of other stages": {
			calls:    []string{"chat: A", "par: A"},
			accepted: []string{"chat-2.1: A", "other-2.1: A"},
			want:     "chat-1.1 par-1.1",
		},
		"an edit of one": {
			calls:    []string{"par: S About_cats", "par: S About_old_dogs", "par: S About_all_birds"},
			accepted: []string{"par-1.1: S About_dogs", "par-2.1: S About_birds", "par-3.1: S About_cats"},
			want:     "par-3.1 par-1.1 par-2.1",
		},
		"an edit of all": {
			calls:    []string{"par: New_rules A", "par: New_rules B", "par: New_rules C"},
			accepted: []string{"par-1.1: Old_rules C", "par-2.1: Old_rules B", "par-3.1: Old_rules A"},
			want:     "par-3.1 par-2.1 par-1.1",
		},
		"one added, one removed": {
			calls:    []string{"par: One_more_of_them", "par: Second_here"},
			accepted: []string{"par-1.1: First_thing", "par-2.1: Second_here"},
			want:     "par-3.1 par-2.1",
		},
		"a branch added before the one that went on": {
			calls:    []string{"par: S Q", "par: S Q a", "par: S Q b"},
			accepted: []string{"par-1.1: S Q", "par-1.2: S Q b"},
			want:     "par-1.1 par-2.1 par-1.2",
		},
		"and an edit of the prompt": {
			calls:    []string{"par: New_S Q", "par: New_S Q a", "par: New_S Q b"},
			accepted: []string{"par-1.1: Old_S Q", "par-1.2: Old_S Q b"},
			want:     "par-1.1 par-2.1 par-1.2",
		},
		"and another prompt with the same branch": {
			calls: []string{
				"par: New_S Q", "par: New_S Q a", "par: New_S Q c", "par: New_other_R Q", "par: New_other_R Q a",
			},
			accepted: []string{
				"par-1.1: Old_S Q", "par-1.2: Old_S Q b", "par-2.1: Old_S Q a",
				"par-3.1: Old_other_R Q", "par-3.2: Old_other_R Q a",
			},
			want: "par-1.1 par-2.1 par-1.2 par-3.1 par-3.2",
		},
		"a step added": {
			calls:    []string{"par: S A", "par: S B", "par: S A x", "par: S B y"},
			accepted: []string{"par-1.1: S B", "par-2.1: S A"},
			want:     "par-2.1 par-1.1 par-2.2 par-1.2",
		},
		"Chinese": {
			calls:    []string{"par: 说说猫", "par: 请说说狗"},
			accepted: []string{"par-1.1: 说说狗", "par-2.1: 请说说猫"},
			want:     "par-2.1 par-1.1",
		},
		"accepted tries": {
			calls:    []string{"!par: A", "par: A", "par: B"},
			accepted: []string{"par-2.1: A", "par-2.1#2: A", "par-1.1: B"},
			want:     "par-2.1 par-2.1#2 par-1.1",
		},
		"accepted tries of one of two that are alike": {
			calls:    []string{"!par: A", "par: A", "par: A"},
			accepted: []string{"par-1.1: A", "par-2.1: A", "par-2.1#2: A"},
			want:     "par-2.1 par-2.1#2 par-1.1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			all := calls(c.calls)
			var got []string
			for i, n := range thread.Names(all, aside, golden(c.accepted)) {
				got = append(got, shown(all[i].Stage, n))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Without a declaration all stages are sequential.
func TestNobodyTogether(t *testing.T) {
	got := thread.Names(calls([]string{"par: B", "par: A"}), nil, nil)
	if want := []thread.Name{{1, 1, 1}, {2, 1, 1}}; !slices.Equal(got, want) {
		t.Errorf("names %v, want %v", got, want)
	}
}

// A failure that is reported later counts from then on, and once.
func TestFail(t *testing.T) {
	var n thread.Namer
	n.Fail(0) // of nothing
	for i, step := range []struct {
		fail []int
		want thread.Name
	}{
		{want: thread.Name{1, 1, 1}},
		{want: thread.Name{2, 1, 1}},
		{fail: []int{1, 1, -1, 2}, want: thread.Name{2, 1, 2}},
		{want: thread.Name{3, 1, 1}},
		{fail: []int{2, 0}, want: thread.Name{2, 1, 3}},
		{want: thread.Name{1, 1, 2}},
	} {
		for _, f := range step.fail {
			n.Fail(f)
		}
		if got := n.Add(call("chat: Q")); got != step.want {
			t.Errorf("call %d: %v, want %v", i, got, step.want)
		}
	}
}

func TestLeaf(t *testing.T) {
	for leaf, want := range map[string]string{
		"chat-1.3": "chat 1.3#1", "my-chat-12.1": "my-chat 12.1#1", "chat-1.3#2": "chat 1.3#2", "a--1.1": "a- 1.1#1",
		"": "", "chat": "", "chat-1": "", "-1.1": "", "chat-0.1": "", "chat-1.0": "", "chat-01.1": "", "chat-1.+1": "",
		"chat-1.1.1": "", "chat-1.1#1": "", "chat-1.1#": "", "chat-1.1#x": "", "chat-1.1#2#3": "", "chat-1. 1": "",
		"chat-99999999999999999999.1": "",
	} {
		got := ""
		if stage, n, ok := thread.ParseLeaf(leaf); ok {
			got = fmt.Sprintf("%s %d.%d#%d", stage, n.Thread, n.Step, n.Try)
			if again := shown(stage, n); again != leaf {
				t.Errorf("%q is written %q", leaf, again)
			}
		}
		if got != want {
			t.Errorf("%q is %q, want %q", leaf, got, want)
		}
	}
}
