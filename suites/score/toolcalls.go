package score

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// ExpectedCall is an expected tool call prepared for comparison.
type ExpectedCall struct {
	expect.ToolCall
	schema *Schema // of expect.CompareSchema
}

// ExpectedCalls prepares expected calls for comparison. The error is about an invalid schema.
func ExpectedCalls(matches []expect.ToolCall) ([]ExpectedCall, error) {
	want := make([]ExpectedCall, len(matches))
	for i, m := range matches {
		want[i].ToolCall = m
		if m.Compare != expect.CompareSchema || m.Arguments == nil {
			continue
		}
		var err error
		if want[i].schema, err = CompileSchema(m.Arguments); err != nil {
			return nil, err
		}
	}
	return want, nil
}

// Wrong returns what is wrong with the arguments of a call of the expected tool; empty: nothing. The arguments are
// wrong if they match in no form of the call; the mismatch is that of the last form: what the model wrote.
func (w *ExpectedCall) Wrong(b *Budget, use trace.ToolUse) (wrong string, err error) {
	if w.Arguments == nil {
		return "", nil
	}
	for _, form := range use.Forms() {
		if form.Name != w.Name {
			continue
		}
		if wrong, err = w.wrong(b, form.Arguments); wrong == "" || err != nil {
			return "", err
		}
	}
	return wrong, nil
}

// named reports whether the call is one of the expected tool.
func (w *ExpectedCall) named(use trace.ToolUse) bool {
	for _, form := range use.Forms() {
		if form.Name == w.Name {
			return true
		}
	}
	return false
}

func (w *ExpectedCall) wrong(b *Budget, got string) (string, error) {
	if err := b.Spend(1 + len(got)/100); err != nil {
		return "", err
	}
	ok := false
	switch {
	case w.schema != nil:
		wrong, err := w.schema.Against(b, got)
		if wrong != "" {
			wrong = fmt.Sprintf("the arguments %s do not fit the schema: %s", got, wrong)
		}
		return wrong, err
	case w.Compare == expect.CompareSubset:
		ok = ContainsJSON([]byte(got), w.Arguments)
	default:
		ok = fixtures.SameArguments(w.Arguments, got)
	}
	if ok {
		return "", nil
	}
	return fmt.Sprintf("want the arguments %s, got %s", w.Arguments.JSON(), got), nil
}

// toolPairs says which expected calls can be paired with which calls made.
type toolPairs struct {
	*Budget
	named [][]bool // [expected][made]: the tool is the expected one
	held  [][]bool // and so are its arguments
}

// ToolCalls returns for each expected call the index of its call, -1 for none: as many pairs as the match allows, and
// among these as many as possible whose arguments hold.
func ToolCalls(b *Budget, match string, want []ExpectedCall, uses []trace.ToolUse) ([]int, error) {
	p := toolPairs{b, make([][]bool, len(want)), make([][]bool, len(want))}
	for i := range want {
		p.named[i], p.held[i] = make([]bool, len(uses)), make([]bool, len(uses))
		if err := b.Spend(1 + len(uses)); err != nil {
			return nil, err
		}
		for j, u := range uses {
			if !want[i].named(u) {
				continue
			}
			wrong, err := want[i].Wrong(b, u)
			if err != nil {
				return nil, err
			}
			p.named[i][j], p.held[i][j] = true, wrong == ""
		}
	}
	if match == expect.MatchAnyOrder || match == expect.MatchSubset {
		return p.anyOrder(len(uses))
	}
	return p.inOrder(len(uses))
}

// inOrder returns the longest common subsequence: best[i][j] counts the pairs from i and j on, with a little more for
// those whose arguments hold. Of equally good alignments it takes the earliest calls.
func (p *toolPairs) inOrder(uses int) ([]int, error) {
	want := len(p.named)
	if err := p.Spend((want + 1) * (uses + 1)); err != nil {
		return nil, err
	}
	best := make([][]int32, want+1)
	best[want] = make([]int32, uses+1)
	worth := func(i, j int) int32 {
		if p.held[i][j] {
			return int32(want) + 2
		}
		return int32(want) + 1
	}
	for i := want - 1; i >= 0; i-- {
		best[i] = make([]int32, uses+1)
		for j := uses - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if p.named[i][j] {
				best[i][j] = max(best[i][j], best[i+1][j+1]+worth(i, j))
			}
		}
	}
	pairs := unpaired(want)
	for i, j := 0, 0; i < want && j < uses; {
		switch {
		case p.named[i][j] && best[i][j] == best[i+1][j+1]+worth(i, j):
			pairs[i] = j
			i, j = i+1, j+1
		case best[i][j] == best[i][j+1]:
			j++
		default:
			i++
		}
	}
	return pairs, nil
}

// anyOrder pairs as many calls as possible whose arguments hold, and the rest by name: calls of one name are
// interchangeable, so no pair is lost.
func (p *toolPairs) anyOrder(uses int) ([]int, error) {
	pairs, err := MostPairs(p.Budget, len(p.held), uses, func(i, j int) bool { return p.held[i][j] })
	if err != nil {
		return nil, err
	}
	taken := make([]bool, uses)
	for _, j := range pairs {
		if j >= 0 {
			taken[j] = true
		}
	}
	for i := range pairs {
		for j := 0; j < uses && pairs[i] < 0; j++ {
			if p.named[i][j] && !taken[j] {
				pairs[i], taken[j] = j, true
			}
		}
	}
	return pairs, nil
}
