package retrieval_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

var cmpEmpty = cmpopts.EquateEmpty()

// counted is an embedder that counts how often it is asked, and fails while down is set.
type counted struct {
	asked int
	down  error
}

func (c *counted) embedder(emb *retrieval.Words, t *testing.T) embedder {
	return func(texts []string) ([][]float32, error) {
		c.asked++
		if c.down != nil {
			return nil, c.down
		}
		return emb.Embed(t.Context(), texts)
	}
}

func TestMemo(t *testing.T) {
	var c counted
	emb := c.embedder(words(t), t)
	library := func(docs []retrieval.Document) *retrieval.Index {
		x, err := retrieval.New(t.Context(), docs, emb, retrieval.Default())
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	one, same, other := library(small()), library(small()), library(small()[:2])
	memo := retrieval.NewMemo(2)
	for i, step := range []struct {
		x     *retrieval.Index
		query string
		k     int
		asks  int
	}{
		{one, "refund", 3, 1},
		{one, "refund", 3, 0},
		{same, "refund", 3, 0},
		{one, "refund", 2, 1},
		{one, "refund", 3, 0},   // both are kept
		{other, "refund", 3, 1}, // forgets the first
		{one, "refund", 3, 1},
		{other, "refund", 3, 0},
		{one, "flight", 3, 1},
	} {
		before := c.asked
		got, err := memo.Top(t.Context(), step.x, step.query, step.k)
		if err != nil {
			t.Fatal(err)
		}
		if n := c.asked - before; n != step.asks {
			t.Errorf("step %d: the embedder was asked %d times, want %d", i, n, step.asks)
		}
		if d := cmp.Diff(top(t, step.x, step.query, step.k), got); d != "" {
			t.Errorf("step %d (-index +memo):\n%s", i, d)
		}
		got[0].Name = "changed by the caller"
	}
}

func TestMemoKeepsNoError(t *testing.T) {
	var c counted
	x, err := retrieval.New(t.Context(), small(), c.embedder(words(t), t), retrieval.Default())
	if err != nil {
		t.Fatal(err)
	}
	memo := retrieval.NewMemo(2)
	c.down = errors.New("down")
	if _, err := memo.Top(t.Context(), x, "refund", 3); !errors.Is(err, c.down) {
		t.Fatalf("%v, want that the embedder is down", err)
	}
	c.down = nil
	if got, err := memo.Top(t.Context(), x, "refund", 3); err != nil || len(got) == 0 {
		t.Errorf("%v, %v after it came back", got, err)
	}
}

func TestMemoOfSizeZero(t *testing.T) {
	x := index(t, small(), retrieval.Default())
	for range 2 {
		got, err := retrieval.NewMemo(0).Top(t.Context(), x, "refund", 3)
		if d := cmp.Diff(top(t, x, "refund", 3), got); d != "" || err != nil {
			t.Errorf("%v (-index +memo):\n%s", err, d)
		}
	}
}
