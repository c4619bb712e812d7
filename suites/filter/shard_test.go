package filter_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// Each case is in exactly one shard, whatever weights are known, and no shard is heavier than the lightest by more than
// the heaviest case.
func TestEachCaseIsInOneShard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		weights := rapid.MapOf(rapid.Custom(func(t *rapid.T) filter.CaseName {
			return filter.CaseName{Suite: rapid.SampledFrom([]string{"s", "t"}).Draw(t, "suite"),
				ID: rapid.StringN(1, 5, -1).Draw(t, "id")}
		}), rapid.Int64Range(1, 1000)).Draw(t, "weights")
		other := rapid.String().Draw(t, "another case")
		heaviest := int64(0)
		loads, found := make([]int64, n), map[filter.CaseName]int{}
		for k := 1; k <= n; k++ {
			s := &filter.Shard{K: k, N: n}
			if len(weights) > 0 {
				s.Balance(weights)
			}
			for name, weight := range weights {
				if s.Has(name.Suite, name.ID) {
					loads[k-1] += weight
					found[name]++
				}
				heaviest = max(heaviest, weight)
			}
			if s.Has("other", other) {
				found[filter.CaseName{Suite: "other", ID: other}]++
			}
		}
		for name, times := range found {
			if times != 1 {
				t.Errorf("%s is in %d shards", name, times)
			}
		}
		if len(found) != len(weights)+1 {
			t.Errorf("%d of %d cases are in a shard", len(found), len(weights)+1)
		}
		if slices.Max(loads)-slices.Min(loads) > heaviest {
			t.Errorf("loads %v, the heaviest case has %d", loads, heaviest)
		}
	})
}

// The shards of names never change: a shard may run again with a later version of the test's machine.
func TestShardsOfNames(t *testing.T) {
	got := map[string]int{}
	for i := range 6 {
		id := fmt.Sprint("case-", i)
		for k := 1; k <= 8; k++ {
			if (&filter.Shard{K: k, N: 8}).Has("suite", id) {
				got[id] = k
			}
		}
	}
	want := map[string]int{"case-0": 3, "case-1": 6, "case-2": 2, "case-3": 3, "case-4": 4, "case-5": 2} // by sha256sum
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if !(*filter.Shard)(nil).Has("suite", "case-0") {
		t.Error("without a shard, a case is left out")
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]string{
		"3/8": "3/8", "1/1": "1/1", "10000/10000": "10000/10000", "03/8": "3/8",
		"": "", "3": "", "0/8": "", "9/8": "", "3/0": "", "-1/8": "", "3/8/2": "", "1/10001": "", "a/b": "", "3 /8": "",
		"99999999999/8": "",
	} {
		s, err := filter.ParseShard(text)
		if got := ""; err == nil {
			if got = s.String(); got != want {
				t.Errorf("%q: %s, want %q", text, got, want)
			}
		} else if want != "" {
			t.Errorf("%q: %v", text, err)
		}
	}
}
