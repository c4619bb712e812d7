package retrieval_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

var cmpEmpty = cmpopts.EquateEmpty()

func TestMemo(t *testing.T) {
	one, same := index(t, small(), retrieval.Default()), index(t, small(), retrieval.Default())
	other := index(t, small()[:2], retrieval.Default())
	refund, flight := query(t, words(t), "refund"), query(t, words(t), "flight")
	turned := query(t, embedder(func([]string) ([][]float32, error) { return [][]float32{make([]float32, 100)}, nil }),
		"refund")
	memo := retrieval.NewMemo(2)
	for i, step := range []struct {
		x     *retrieval.Index
		query retrieval.Query
		k     int
		kept  bool
	}{
		{one, refund, 3, false},
		{one, refund, 3, true},
		{same, refund, 3, true},
		{one, refund, 2, false},
		{one, refund, 3, true},    // both are kept
		{other, refund, 3, false}, // forgets the first
		{one, refund, 3, false},
		{other, refund, 3, true},
		{one, flight, 3, false},
		{one, turned, 3, false}, // the same words with another vector
	} {
		if got := memo.Keeps(step.x, step.query, step.k); got != step.kept {
			t.Errorf("step %d: the answer is kept: %v, want %v", i, got, step.kept)
		}
		want, err := step.x.Top(step.query, step.k)
		if err != nil {
			t.Fatal(err)
		}
		got, err := memo.Top(step.x, step.query, step.k)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("step %d: %v (-index +memo):\n%s", i, err, d)
		}
		got[0].Name = "changed by the caller"
	}
}

func TestMemoKeepsNoError(t *testing.T) {
	x, memo := index(t, small(), retrieval.Default()), retrieval.NewMemo(2)
	short := query(t, embedder(func([]string) ([][]float32, error) { return [][]float32{{1}}, nil }), "refund")
	for range 2 {
		if _, err := memo.Top(x, short, 3); err == nil || memo.Keeps(x, short, 3) {
			t.Fatalf("%v, want that the vector is too short, and nothing kept", err)
		}
	}
}

func TestMemoOfSizeZero(t *testing.T) {
	x, q := index(t, small(), retrieval.Default()), query(t, words(t), "refund")
	for range 2 {
		got, err := retrieval.NewMemo(0).Top(x, q, 3)
		if d := cmp.Diff(top(t, x, "refund", 3), got); d != "" || err != nil {
			t.Errorf("%v (-index +memo):\n%s", err, d)
		}
	}
}

// A failure of the embedder is noticed before any search.
func TestQueryThatCannotBeEmbedded(t *testing.T) {
	down := &pipeline.Failure{Reason: pipeline.Unavailable}
	_, err := retrieval.NewQuery(t.Context(), embedder(func([]string) ([][]float32, error) { return nil, down }),
		"refund")
	if f, ok := errors.AsType[*pipeline.Failure](err); !ok || f != down {
		t.Errorf("%v, want the embedder's failure", err)
	}
}
