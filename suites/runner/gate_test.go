package runner

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Requests that come close together go through one by one, in their order or reversed, and the gate knows the
// concurrent ones of a stage.
func TestGate(t *testing.T) {
	for _, reverse := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			next := &asked{}
			g := &ArrivingGate{Next: next, Quiet: 30 * time.Millisecond, Reverse: reverse}
			var wg sync.WaitGroup
			ask := func(stage, words string) {
				wg.Go(func() {
					resp, err := g.Arrived(t.Context(), pipeline.Arrival{
						Request: pipeline.Request{Stage: stage}, Words: words,
					})
					if err != nil || resp.Content != words {
						t.Errorf("%s: %q, %v", words, resp.Content, err)
					}
				})
				time.Sleep(20 * time.Millisecond)
			}
			ask("chat", "a")
			ask("router", "b")
			ask("chat", "c")
			wg.Wait()
			ask("chat", "d")
			wg.Wait()
			want := []string{"a", "b", "c", "d"}
			if reverse {
				want = []string{"c", "b", "a", "d"}
			}
			if !slices.Equal(next.order, want) {
				t.Errorf("order %v, want %v", next.order, want)
			}
			if got := g.Beside(); len(got) != 1 || got["chat"] != [2]string{"a", "c"} {
				t.Errorf("side by side: %v", got)
			}
		})
	}
}

// A client that gives up does not block others.
func TestGateAndAClientThatGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &ArrivingGate{Next: &asked{}, Quiet: 30 * time.Millisecond}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := g.Arrived(ctx, pipeline.Arrival{Words: "gone"}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		resp, err := g.Arrived(t.Context(), pipeline.Arrival{Words: "there"})
		if err != nil || resp.Content != "there" {
			t.Errorf("%q, %v", resp.Content, err)
		}
	})
}
