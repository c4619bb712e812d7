package rows

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Two comparisons with one run do not disturb each other: the pairs of the last one to end stay.
func TestPairsWriter_AtOnce(t *testing.T) {
	dir := t.TempDir()
	var writers []*PairsWriter
	for range 2 {
		w, err := NewPairsWriter(dir)
		if err != nil {
			t.Fatal(err)
		}
		writers = append(writers, w)
	}
	for i, w := range writers {
		if err := w.Add(PairRow{Suite: "s", Case: "c", Metric: "cases", Sample: int32(i)}); err != nil {
			t.Fatal(err)
		}
	}
	for i, w := range writers {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		want := []PairRow{{Suite: "s", Case: "c", Metric: "cases", Sample: int32(i)}}
		if d := cmp.Diff(want, readRows[PairRow](t, dir, "pairs")); d != "" {
			t.Errorf("after %d (-want +got):\n%s", i, d)
		}
	}
}
