package beaver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// shuffled delays each answer by its own time, so that concurrent calls end in another order.
type shuffled struct {
	pipeline.Model
	mu    sync.Mutex
	rand  *rand.Rand
	order []string // paths of the calls in the order of their ends
}

func (s *shuffled) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	s.mu.Lock()
	d := time.Duration(s.rand.IntN(1000)) * time.Millisecond
	s.mu.Unlock()
	time.Sleep(d)
	resp, err := s.Model.Chat(ctx, req)
	s.mu.Lock()
	s.order = append(s.order, req.Path)
	s.mu.Unlock()
	return resp, err
}

// Whichever node finishes first, on one processor or many, the trace, the requests and the answers are the same bytes.
func TestTeam_S4_D3_SameBytesInAnyOrder(t *testing.T) {
	if _, err := loaded(); err != nil { // outside the bubble: other tests use it too
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var want string
	orders := map[string]bool{}
	for seed := range uint64(20) {
		runtime.GOMAXPROCS([]int{1, 16}[seed%2])
		synctest.Test(t, func(t *testing.T) {
			c, m, turns := teamStory()
			s := &shuffled{Model: m, rand: rand.New(rand.NewPCG(seed, 0))}
			root, outcomes := converse(t, c, s, turns)
			orders[strings.Join(s.order, " ")] = true
			got := rendered(t, root, m, outcomes)
			if want == "" {
				want = got
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("seed %d (-first +this):\n%.2000s", seed, d)
			}
		})
	}
	if len(orders) < 10 {
		t.Errorf("only %d orders of calls in 20 runs: nothing was shuffled", len(orders))
	}
}

// rendered returns everything that a conversation leaves behind, as text.
func rendered(t *testing.T, root *pipeline.Runtime, m *script, outcomes []pipeline.Outcome) string {
	t.Helper()
	var b strings.Builder
	for _, e := range root.Log() {
		fmt.Fprintf(&b, "%s %s %s %s %d %d %v %s\n", e.Kind, e.Path, e.Stage, e.At.Format(time.RFC3339Nano), e.Depth,
			e.Try, e.Failure, e.Value)
		if e.Fallback != nil {
			fmt.Fprintf(&b, "  %+v\n", *e.Fallback)
		}
		if e.Tool != nil {
			fmt.Fprintf(&b, "  %+v\n", *e.Tool)
		}
	}
	requests := slices.Clone(m.kept)
	slices.SortFunc(requests, func(a, b pipeline.Request) int { return strings.Compare(a.Path, b.Path) })
	for _, v := range []any{requests, outcomes} {
		raw, err := jsonvalue.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(raw)
	}
	return b.String()
}
