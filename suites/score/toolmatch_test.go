package score

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/jsonmatch"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// A tool call as the tests below write it: the tool's name and a number that is its argument; want 0: any argument.
type toyCall struct {
	Name string
	N    int
}

// The alignment is the best of all that there are: as many calls as the match allows, and of these as many as can be
// whose arguments hold.
func TestAlignLaw(t *testing.T) {
	call := rapid.Custom(func(t *rapid.T) toyCall {
		return toyCall{rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name"), rapid.IntRange(0, 2).Draw(t, "n")}
	})
	rapid.Check(t, func(t *rapid.T) {
		want, got := rapid.SliceOfN(call, 0, 4).Draw(t, "want"), rapid.SliceOfN(call, 0, 5).Draw(t, "got")
		match := rapid.SampledFrom([]string{"", expect.MatchExact, expect.MatchInOrder, expect.MatchAnyOrder, expect.MatchSubset}).Draw(t, "match")
		ordered := match != expect.MatchAnyOrder && match != expect.MatchSubset
		pairs, err := align(jsonmatch.NewBudget(context.Background()), match, toyWant(t, want), toyUses(got))
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
			t.Fatalf("%v of %v and %v: %d calls, %d arguments; there are %d, %d", pairs, want, got, made, held, bestMade, bestHeld)
		}
	})
}

func toyWant(t interface{ Fatal(...any) }, calls []toyCall) []wantedCall {
	want := make([]wantedCall, len(calls))
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

func toyUses(calls []toyCall) []toolUse {
	uses := make([]toolUse, len(calls))
	for i, c := range calls {
		uses[i] = toolUse{fmt.Sprint("tool-", i), &pipeline.ToolUse{Call: pipeline.ToolCall{Name: c.Name, Arguments: fmt.Sprintf(`{"n":%d.0}`, c.N)}}}
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

// eachAlignment goes through all ways to give each of n things one of m others or none.
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

func TestToolsAtTheEdges(t *testing.T) {
	tr := worked()
	for i, args := range []string{`{"id":9007199254740992}`, `{"id":7}{"id":8}`, `{"id":7} and more`, `null`, ``} {
		tr.Steps = append(tr.Steps, trace.Step{Entry: pipeline.Entry{
			Kind: pipeline.EntryTool, Path: fmt.Sprintf("turn-1/main-2/tool-%d", i+1), Tool: &pipeline.ToolUse{Call: pipeline.ToolCall{Name: fmt.Sprint("t", i), Arguments: args}},
		}})
	}
	for _, tt := range []struct {
		call  string
		holds bool
	}{
		{"{name: t0, arguments: {id: 9007199254740992.0}}", true},
		{"{name: t0, arguments: {id: 9007199254740993}}", false},
		{"{name: t0, arguments: {id: 9007199254740993}, compare: subset}", false},
		{"{name: t0, arguments: {properties: {id: {const: 9007199254740993}}}, compare: schema}", false},
		{"{name: t0, arguments: {properties: {id: {const: 9007199254740992e0}}}, compare: schema}", true},
		{"{name: t1, arguments: {id: 7}, compare: subset}", false},
		{"{name: t1, arguments: {id: 7}}", false},
		{"{name: t1, arguments: {type: object}, compare: schema}", false},
		{`{name: t1, arguments: '{"id":7}{"id":8}'}`, true},
		{"{name: t2, arguments: {id: 7}, compare: subset}", false},
		{"{name: t3, arguments: null}", true},
		{"{name: t3, arguments: {}}", false},
		{`{name: t4, arguments: ""}`, true},
	} {
		scores, errs := judged(t, "tools: {match: any_order, calls: ["+tt.call+"]}", tr)
		i := slices.IndexFunc(scores, func(s Score) bool { return s.Name() == "tools.arguments" })
		if err := errors.Join(errs...); err != nil || i < 0 || scores[i].Holds != tt.holds {
			t.Errorf("%s: %v, %+v, want holds %v", tt.call, err, scores, tt.holds)
		}
	}
}

// A call repeats a failure when its arguments are the same value; numbers are not rounded.
func TestRepeatedFailuresCompareByValue(t *testing.T) {
	use := func(path, args string) toolUse {
		return toolUse{path, &pipeline.ToolUse{Call: pipeline.ToolCall{Name: "find", Arguments: args}, Result: pipeline.ToolResult{Failed: true}}}
	}
	got := repeatedFailures([]toolUse{
		use("1", `{"id":9007199254740992}`), use("2", `{"id":9007199254740993}`), use("3", `{"id":9007199254740992.0}`), use("4", `{"id":7}{`), use("5", `{"id":7}`), use("6", `{"id":7}{`),
	})
	if strings.Join(got, " ") != "3 6" {
		t.Errorf("%v", got)
	}
	other := use("2", "{}")
	other.Call.Name = "book"
	if got := repeatedFailures([]toolUse{use("1", "{}"), other}); len(got) > 0 {
		t.Errorf("another tool repeats a failure: %v", got)
	}
	worked := toolUse{"1", &pipeline.ToolUse{Call: pipeline.ToolCall{Name: "find", Arguments: "{}"}}}
	if got := repeatedFailures([]toolUse{worked, worked, use("2", "{}")}); len(got) > 0 {
		t.Errorf("what worked is repeated: %v", got)
	}
}
