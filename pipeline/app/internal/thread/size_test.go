package thread_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
)

// conversations returns n threads of a stage with so many steps; each step has two messages more than the one before.
func conversations(n, steps int, prompt string) []thread.Call {
	var all []thread.Call
	for i := range n {
		topic := fmt.Sprintf("Topic %d: %s", i, strings.Repeat("some words on it ", 10))
		messages := []pipeline.Message{
			pipeline.Text("system", "Content", prompt), pipeline.Text("user", "Content", topic),
		}
		for step := range steps {
			all = append(all, thread.Call{
				Stage: "par", Messages: slices.Clone(messages), Body: fmt.Sprint(prompt, i, step),
			})
			messages = append(messages,
				pipeline.Text("assistant", "Content", fmt.Sprintf("step %d of %d", step, i)),
				pipeline.Text("tool", "Content", strings.Repeat("result ", 20)))
		}
	}
	return all
}

// Threads too many for a detailed comparison keep their numbers, whatever these are, through an edit of their prompt,
// and through one of all questions if they are ordered by content.
func TestManyThreads(t *testing.T) {
	calls := conversations(300, 2, "Be kind.")
	byContent := thread.Names(calls, aside, nil)
	backwards := slices.Clone(byContent)
	for i := range backwards {
		backwards[i].Thread = 301 - backwards[i].Thread
	}
	set := func(c *thread.Call, i int, text string) {
		c.Messages[i] = pipeline.Text(c.Messages[i].Role, "Content", text)
	}
	for name, c := range map[string]struct {
		old  []thread.Name
		edit func(c *thread.Call)
	}{
		"none":      {backwards, func(*thread.Call) {}},
		"prompt":    {backwards, func(c *thread.Call) { set(c, 0, "Be very kind.") }},
		"questions": {byContent, func(c *thread.Call) { set(c, 1, c.Messages[1].Content()+"!") }},
	} {
		t.Run(name, func(t *testing.T) {
			edited := slices.Clone(calls)
			for i := range edited {
				edited[i].Messages = slices.Clone(edited[i].Messages)
				c.edit(&edited[i])
			}
			if diff := cmp.Diff(c.old, thread.Names(edited, aside, accepted(calls, c.old))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Threads are distinguished by a few words at the end of a long prompt, though that is edited.
func TestLongPrompts(t *testing.T) {
	ask := func(prompt string, i int) thread.Call {
		text := prompt + fmt.Sprintf(" Topic: the number of things is %d.", 10_000+i)
		messages := []pipeline.Message{pipeline.Text("user", "Content", text)}
		return thread.Call{Stage: "par", Messages: messages, Body: text}
	}
	words := make([]string, 3000)
	for i := range words {
		words[i] = fmt.Sprint("word", i)
	}
	prompt := strings.Join(words, " ")
	var calls, edited []thread.Call
	var old []thread.Name
	for i := range 30 {
		calls = append(calls, ask(prompt, i))
		edited = append(edited, ask(prompt+" and more", i))
		old = append(old, thread.Name{Thread: i*7%30 + 1, Step: 1, Try: 1})
	}
	if diff := cmp.Diff(old, thread.Names(edited, aside, accepted(calls, old))); diff != "" {
		t.Error(diff)
	}
}

// Whatever a program sends, its calls are named in reasonable time.
func TestHostileTurns(t *testing.T) {
	long := []thread.Call{{Stage: "par", Messages: messages(strings.Repeat("Q a ", 50_000))}}
	deep := conversations(1, 300, "x")
	same := make([]thread.Call, 3000)
	for i := range same {
		same[i] = thread.Call{Stage: "par", Messages: messages("Q"), Body: "Q", Failed: i%3 == 0}
	}
	fan := conversations(3000, 1, strings.Repeat("a prompt of many words ", 500))
	branches := []thread.Call{{Stage: "par", Messages: messages("S")}}
	for i := range 3000 {
		branches = append(branches, thread.Call{Stage: "par", Messages: messages(fmt.Sprintf("S Q%d", i))})
	}
	words := thread.Call{Stage: "par", Messages: messages(strings.Repeat("a ", 100) + strings.Repeat("word_", 1<<20))}
	for name, calls := range map[string][]thread.Call{
		"long": long, "deep": deep, "the same": same, "fan": fan, "branches": branches, "words": {words, words},
	} {
		begin := time.Now()
		old := accepted(calls, thread.Names(calls, aside, nil))
		for i := range calls {
			calls[i].Messages = slices.Clone(calls[i].Messages)
			calls[i].Messages[0] = pipeline.Text("user", "Content", calls[i].Messages[0].Content()+" edited")
		}
		thread.Names(calls, aside, old)
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

func BenchmarkNames(b *testing.B) {
	for _, size := range []struct{ threads, steps int }{{80, 25}, {200, 10}, {2000, 1}} {
		calls := conversations(size.threads, size.steps, strings.Repeat("a prompt of many words ", 400))
		edited := conversations(size.threads, size.steps, strings.Repeat("a prompt of many good words ", 400))
		old := accepted(calls, thread.Names(calls, aside, nil))
		name := fmt.Sprintf("%dx%d", size.threads, size.steps)
		b.Run(name+"/arrival", func(b *testing.B) {
			for b.Loop() {
				thread.Names(calls, nil, nil)
			}
		})
		b.Run(name+"/together", func(b *testing.B) {
			for b.Loop() {
				thread.Names(edited, aside, old)
			}
		})
	}
}

// BenchmarkNamesLong names 2,000 calls of 50 messages and more each.
func BenchmarkNamesLong(b *testing.B) {
	var calls []thread.Call
	for _, c := range conversations(80, 50, "prompt") {
		if len(c.Messages) > 50 {
			calls = append(calls, c)
		}
	}
	old := accepted(calls, thread.Names(calls, aside, nil))
	b.Logf("%d calls", len(calls))
	for b.Loop() {
		thread.Names(calls, aside, old)
	}
}
