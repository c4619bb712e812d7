package badserver_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
)

// Concurrent calls get what each gets alone, and leave nothing behind.
func TestChatTogether(t *testing.T) {
	before := runtime.NumGoroutine()
	s, err := badserver.Start()
	if err != nil {
		t.Fatal(err)
	}
	ask := func(way badserver.Way, n int) outcome {
		req, answer := request(), paris()
		req.Model = fmt.Sprintf("model-%d", n)
		answer.Content = strings.Repeat(fmt.Sprint(n, "é"), n)
		resp, err := s.Chat(t.Context(), way, req, answer, false)
		return outcomeOf(t, resp, err)
	}
	ways := badserver.Ways()
	alone := make([]outcome, 2*len(ways))
	for n := range alone {
		alone[n] = ask(ways[n%len(ways)], n)
	}
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 2 * len(ways) {
				n := (i*7 + worker*11) % len(alone) // each in a different order
				if ways[n%len(ways)] == badserver.LongLine && worker > 0 {
					continue // 8 MB each
				}
				if d := cmp.Diff(alone[n], ask(ways[n%len(ways)], n)); d != "" {
					t.Errorf("%s (-alone +together):\n%s", ways[n%len(ways)], d)
				}
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	for begin := time.Now(); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Since(begin) > 10*time.Second {
			all := make([]byte, 1<<20)
			t.Fatalf("goroutines are left:\n%s", all[:runtime.Stack(all, true)])
		}
	}
}

// Any answer arrives unchanged.
func TestChatAnswersLaw(t *testing.T) {
	s := start(t)
	rapid.Check(t, func(t *rapid.T) {
		answer := pipeline.Response{
			Content: rapid.String().Draw(t, "content"), Reasoning: rapid.String().Draw(t, "reasoning"),
			Finish: rapid.SampledFrom([]string{"", "stop", "length"}).Draw(t, "finish"),
			Usage:  pipeline.Usage{Prompt: rapid.IntRange(0, 1e6).Draw(t, "prompt")},
		}
		for range rapid.IntRange(0, 3).Draw(t, "calls") {
			raw, err := jsonvalue.Marshal(rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "arguments"))
			if err != nil {
				t.Fatal(err)
			}
			answer.ToolCalls = append(answer.ToolCalls, pipeline.ToolCall{ID: rapid.String().Draw(t, "id"),
				Name: rapid.String().Draw(t, "name"), Arguments: string(raw)})
			if answer.Finish == "stop" {
				answer.Finish = "tool_calls" // servers have no other word for tool calls
			}
		}
		req := request()
		req.Timeout = 0
		got, err := s.Chat(t.Context(), badserver.SlowFirstByte, req, answer, false)
		if d := cmp.Diff(answer, got); err != nil || d != "" {
			t.Errorf("error %v, response (-want +got):\n%s", err, d)
		}
	})
}
