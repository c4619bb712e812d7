package thread_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
)

// turns are calls of conversations that begin, continue, branch, repeat a request, and fail, ordered so that each call
// comes after the one it continues. Each prompt has the word "please" and few others.
var turns = rapid.Custom(func(t *rapid.T) []thread.Call {
	prompts := rapid.SampledFrom([]string{"S_please_be_kind", "S_please_be_quick", "PLANNER_please"})
	questions := rapid.SampledFrom([]string{"A", "B", "C", "D"})
	replies := rapid.SampledFrom([]string{"a T", "b T", "c", "a T b"})
	var all []thread.Call
	for range rapid.IntRange(1, 9).Draw(t, "calls") {
		c := thread.Call{Stage: rapid.SampledFrom([]string{"chat", "par"}).Draw(t, "stage")}
		if goesOn := len(all) > 0 && rapid.IntRange(0, 9).Draw(t, "goes on") > 3; goesOn {
			parent := rapid.SampledFrom(all).Draw(t, "parent")
			c.Stage = parent.Stage
			c.Messages = slices.Concat(parent.Messages, messages(replies.Draw(t, "reply")))
		} else {
			c.Messages = messages(prompts.Draw(t, "prompt") + " " + questions.Draw(t, "question"))
		}
		c.Body = said(c.Messages) + rapid.SampledFrom([]string{"", "", "", " at 0.5"}).Draw(t, "temperature")
		for range max(0, rapid.IntRange(-6, 2).Draw(t, "failures")) {
			failed := c
			failed.Failed = true
			all = append(all, failed)
		}
		all = append(all, c)
	}
	return all
})

func said(messages []pipeline.Message) string {
	var all []string
	for _, m := range messages {
		all = append(all, m.Role+" "+m.Content())
	}
	return strings.Join(all, " | ")
}

// listed returns the calls of a stage with their names, in an order that does not depend on theirs.
func listed(stage string, calls []thread.Call, names []thread.Name) []string {
	var all []string
	for i, c := range calls {
		if c.Stage == stage {
			all = append(all, fmt.Sprintf("%s failed %v: %s", shown(c.Stage, names[i]), c.Failed, said(c.Messages)))
		}
	}
	slices.Sort(all)
	return all
}

func accepted(calls []thread.Call, names []thread.Name) []thread.Accepted {
	var all []thread.Accepted
	for i, c := range calls {
		all = append(all, thread.Accepted{Stage: c.Stage, Name: names[i], Messages: c.Messages})
	}
	return all
}

// goldens are none, or the names of another turn, or those of this one by arrival.
func goldens(t *rapid.T, calls []thread.Call) []thread.Accepted {
	switch rapid.IntRange(0, 2).Draw(t, "golden") {
	case 0:
		return nil
	case 1:
		return accepted(calls, thread.Names(calls, nil, nil))
	}
	other := turns.Draw(t, "other turn")
	return accepted(other, thread.Names(other, nil, nil))
}

// In a concurrent stage the order of arrival makes no difference, not even an invisible one.
func TestNoOrderMakesADifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calls := turns.Draw(t, "calls")
		old := goldens(t, calls)
		shuffled := rapid.Permutation(calls).Draw(t, "shuffled")
		want := listed("par", calls, thread.Names(calls, aside, old))
		got := listed("par", shuffled, thread.Names(shuffled, aside, rapid.Permutation(old).Draw(t, "old")))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// An edit of the prompts renumbers nothing.
func TestAnEditRenumbersNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calls := turns.Draw(t, "calls")
		word := rapid.SampledFrom([]string{"always", "kindly", "", "please, please"}).Draw(t, "word")
		old := thread.Names(calls, aside, goldens(t, calls))
		edited := slices.Clone(calls)
		for i := range edited {
			c := &edited[i]
			c.Messages = pipeline.CloneMessages(c.Messages)
			c.Messages[0].Sections[0].Text = strings.Replace(c.Messages[0].Content(), "please", word, 1)
			c.Body = "edited " + c.Body
		}
		want := listed("par", edited, old)
		shuffled := rapid.Permutation(edited).Draw(t, "shuffled")
		got := listed("par", shuffled, thread.Names(shuffled, aside, accepted(calls, old)))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// No two calls share a name, numbers have no gaps within a thread, and each step continues the one before.
func TestThreadsAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calls := rapid.Permutation(turns.Draw(t, "calls")).Draw(t, "arrival")
		names := thread.Names(calls, aside, goldens(t, calls))
		found := map[string]thread.Call{}
		for i, c := range calls {
			leaf := shown(c.Stage, names[i])
			if _, double := found[leaf]; double {
				t.Errorf("%s twice", leaf)
			}
			found[leaf] = c
		}
		for i, c := range calls {
			n := names[i]
			if n.Try > 1 {
				before := found[shown(c.Stage, thread.Name{Thread: n.Thread, Step: n.Step, Try: n.Try - 1})]
				if before.Body != c.Body || !before.Failed {
					t.Errorf("%s asks again for %q after %q", shown(c.Stage, n), c.Body, before.Body)
				}
			}
			if n.Step > 1 {
				before, ok := found[shown(c.Stage, thread.Name{Thread: n.Thread, Step: n.Step - 1, Try: 1})]
				if !ok || !strings.HasPrefix(said(c.Messages), said(before.Messages)+" | ") {
					t.Errorf("%s says %q after %q", shown(c.Stage, n), said(c.Messages), said(before.Messages))
				}
			}
		}
	})
}

// A Namer's names at arrival are those of Names at the end, and those of the model, which spells out the rules.
func TestNamesAtArrival(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calls := turns.Draw(t, "calls")
		var namer thread.Namer
		var m model
		names := thread.Names(calls, nil, goldens(t, calls))
		for i, c := range calls {
			if want := m.add(c); names[i] != want {
				t.Errorf("call %d: Names says %v, the rules %v", i, names[i], want)
			}
			failed := c.Failed
			c.Failed = failed && rapid.Bool().Draw(t, "known at once")
			if got := namer.Add(c); got != names[i] {
				t.Errorf("call %d: the Namer says %v, Names %v", i, got, names[i])
			}
			if failed {
				namer.Fail(i)
			}
		}
	})
}

// model names calls by the rules, without regard to speed.
type model struct {
	steps    []*step
	failures int
}

type step struct {
	call     thread.Call
	name     thread.Name
	hasChild bool
	failure  int // increasing; 0: not failed, or asked again since
}

func (m *model) add(c thread.Call) thread.Name {
	s := m.again(c)
	if s == nil {
		s = &step{call: c, name: m.begin(c)}
		m.steps = append(m.steps, s)
	} else {
		s.name.Try++
	}
	s.failure = 0
	if c.Failed {
		m.failures++
		s.failure = m.failures
	}
	return s.name
}

// again returns the step with the earliest failure that the call retries.
func (m *model) again(c thread.Call) *step {
	var first *step
	for _, s := range m.steps {
		same := s.call.Stage == c.Stage && s.call.Body == c.Body && s.failure > 0
		if same && (first == nil || s.failure < first.failure) {
			first = s
		}
	}
	return first
}

func (m *model) begin(c thread.Call) thread.Name {
	longest, threads := 0, 0
	for _, s := range m.steps {
		if s.call.Stage == c.Stage {
			threads = max(threads, s.name.Thread)
			if isParent(s.call, c) {
				longest = max(longest, len(s.call.Messages))
			}
		}
	}
	for _, s := range m.steps {
		if isParent(s.call, c) && len(s.call.Messages) == longest && !s.hasChild {
			s.hasChild = true
			return thread.Name{Thread: s.name.Thread, Step: s.name.Step + 1, Try: 1}
		}
	}
	return thread.Name{Thread: threads + 1, Step: 1, Try: 1}
}

func isParent(p, c thread.Call) bool {
	n := len(p.Messages)
	return p.Stage == c.Stage && n > 0 && n < len(c.Messages) &&
		slices.EqualFunc(p.Messages, c.Messages[:n], pipeline.Message.Equal)
}
