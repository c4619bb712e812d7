package score

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// A tool call as the tests below write it: the tool's name and a number that is its argument; want 0: any argument.
type toyCall struct {
	Name string
	N    int
}

// The alignment is optimal: as many calls as the match allows, and among these as many as possible whose arguments
// hold.
func TestAlignLaw(t *testing.T) {
	call := rapid.Custom(func(t *rapid.T) toyCall {
		return toyCall{rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name"), rapid.IntRange(0, 2).Draw(t, "n")}
	})
	rapid.Check(t, func(t *rapid.T) {
		want, got := rapid.SliceOfN(call, 0, 4).Draw(t, "want"), rapid.SliceOfN(call, 0, 5).Draw(t, "got")
		match := rapid.SampledFrom([]string{"", expect.MatchExact, expect.MatchInOrder, expect.MatchAnyOrder,
			expect.MatchSubset}).Draw(t, "match")
		ordered := match != expect.MatchAnyOrder && match != expect.MatchSubset
		pairs, err := ToolCalls(NewBudget(context.Background()), match, toyWant(t, want), toyUses(got))
		if err != nil {
			t.Fatal(err)
		}
		made, held, ok := worthOf(pairs, want, got, ordered)
		if !ok {
			t.Fatalf("%v is no alignment of %v to %v", pairs, want, got)
		}
		bestMade, bestHeld := 0, 0
		eachAlignment(len(want), len(got), func(other []int) {
			if m, h, ok := worthOf(other, want, got, ordered); ok && (m > bestMade || m == bestMade && h > bestHeld) {
				bestMade, bestHeld = m, h
			}
		})
		if made != bestMade || held != bestHeld {
			t.Fatalf("%v of %v and %v: %d calls, %d arguments; there are %d, %d", pairs, want, got, made, held,
				bestMade, bestHeld)
		}
	})
}

func toyWant(t interface{ Fatal(...any) }, calls []toyCall) []ExpectedCall {
	want := make([]ExpectedCall, len(calls))
	for i, c := range calls {
		want[i].Name = c.Name
		if c.N == 0 {
			continue
		}
		n, err := strict.ParseYAML("x.yaml", []byte(fmt.Sprintf("{n: %d}", c.N)))
		if err != nil {
			t.Fatal(err)
		}
		want[i].Arguments = n
	}
	return want
}

func toyUses(calls []toyCall) []trace.ToolUse {
	uses := make([]trace.ToolUse, len(calls))
	for i, c := range calls {
		call := pipeline.ToolCall{Name: c.Name, Arguments: fmt.Sprintf(`{"n":%d.0}`, c.N)}
		uses[i] = trace.ToolUse{Path: fmt.Sprint("tool-", i), ToolUse: &pipeline.ToolUse{Call: call}}
	}
	return uses
}

// worthOf counts the pairs of an alignment and those whose arguments hold; ok is false when it is none.
func worthOf(pairs []int, want, got []toyCall, ordered bool) (made, held int, ok bool) {
	last, seen := -1, map[int]bool{}
	for i, j := range pairs {
		if j < 0 {
			continue
		}
		if want[i].Name != got[j].Name || seen[j] || ordered && j <= last {
			return 0, 0, false
		}
		last, seen[j] = j, true
		made++
		if want[i].N == 0 || want[i].N == got[j].N {
			held++
		}
	}
	return made, held, true
}

// eachAlignment enumerates all ways to give each of n things one of m others or none.
func eachAlignment(n, m int, f func([]int)) {
	pairs := unpaired(n)
	var from func(int)
	from = func(i int) {
		if i == n {
			f(pairs)
			return
		}
		for j := -1; j < m; j++ {
			pairs[i] = j
			from(i + 1)
		}
	}
	from(0)
}
