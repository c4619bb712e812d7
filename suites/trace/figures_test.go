package trace

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// measured is a system with figures; its amounts are the test's.
type measured struct {
	pipeline.System
	amounts []pipeline.Amount
	sent    map[string]int // messages of the requests that were seen, by path
}

func (measured) Name() string { return "m" }

func (measured) Figures() []pipeline.Figure {
	return []pipeline.Figure{{Name: "a.n", Unit: pipeline.FigureCount},
		{Name: "a.share", Unit: pipeline.FigureShare, Facets: []string{"x"}}}
}

func (m measured) Measure(log []pipeline.Entry, sent func(string) pipeline.Request) []pipeline.Amount {
	for _, e := range log {
		m.sent[e.Path] = len(sent(e.Path).Messages)
	}
	return m.amounts
}

// Amounts of one figure are added up by facet, and a whole of 0 says nothing: it is no share of 0.
func TestFigures(t *testing.T) {
	m := measured{sent: map[string]int{}, amounts: []pipeline.Amount{
		{Figure: "a.share", Value: 1, Of: 4}, {Figure: "a.n", Value: 2}, {Figure: "a.share", Facet: "x", Of: 0},
		{Figure: "a.share", Value: 2, Of: 2}, {Figure: "a.n"},
	}}
	tr := &Trace{Steps: []Step{
		{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: "turn-1/main-1"},
			Call: &Call{Path: "turn-1/main-1", Request: pipeline.Request{Messages: make([]pipeline.Message, 3)}}},
		{Entry: pipeline.Entry{Kind: pipeline.EntryEvent, Path: "turn-1"}},
	}}
	got, err := tr.Figures(m)
	want := []Figure{{System: "m", Name: "a.share", Unit: pipeline.FigureShare, Sum: 3, Of: 6, N: 2},
		{System: "m", Name: "a.n", Unit: pipeline.FigureCount, Sum: 2, N: 2}}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	if got[0].Value() != 0.5 || got[1].Value() != 2 {
		t.Errorf("%v and %v, want 0.5 and 2", got[0].Value(), got[1].Value())
	}
	if d := cmp.Diff(map[string]int{"turn-1/main-1": 3, "turn-1": 0}, m.sent); d != "" {
		t.Errorf("what was sent (-want +got):\n%s", d)
	}
	m.amounts = []pipeline.Amount{{Figure: "a.n", Value: math.Inf(1)}}
	if _, err := tr.Figures(m); err == nil || err.Error() != "m: measure: the figure a.n: +Inf of 0 is no number" {
		t.Errorf("an infinite amount: %v", err)
	}
}

// A system without figures has none.
func TestNoFigures(t *testing.T) {
	var sys struct{ pipeline.System }
	got, err := (&Trace{}).Figures(sys)
	if len(got) > 0 || err != nil || FiguresOf(sys) != nil {
		t.Errorf("%v, %v", got, err)
	}
}
