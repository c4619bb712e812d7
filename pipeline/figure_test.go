package pipeline_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestCheckFigures(t *testing.T) {
	for want, figures := range map[string][]pipeline.Figure{
		"": {{Name: "route.calls", Unit: pipeline.FigureMeanCount, Facets: []string{"quick"}},
			{Name: "ids.leaked", Unit: pipeline.FigureCount}},
		`the figure "calls": want a name such as route.calls`: {{Name: "calls", Unit: pipeline.FigureCount}},
		`the figure "a.b.c": want a name such as route.calls`: {{Name: "a.b.c", Unit: pipeline.FigureCount}},
		`there are two figures named "a.b"`: {{Name: "a.b", Unit: pipeline.FigureShare},
			{Name: "a.b", Unit: pipeline.FigureShare}},
		`the figure a.b has the unit "percent" (there are ["count" "tokens" "share" "mean count" "mean tokens"])`: {
			{Name: "a.b", Unit: "percent"}},
		"the figure a.b has a facet without a name": {{Name: "a.b", Unit: pipeline.FigureCount, Facets: []string{""}}},
	} {
		got := ""
		if err := pipeline.CheckFigures(figures); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestCheckAmount(t *testing.T) {
	declared := []pipeline.Figure{
		{Name: "a.n", Unit: pipeline.FigureCount}, {Name: "a.mean", Unit: pipeline.FigureMeanCount,
			Facets: []string{"x"}}, {Name: "a.saved", Unit: pipeline.FigureShare, Signed: true},
	}
	for want, a := range map[string]pipeline.Amount{
		"": {Figure: "a.mean", Facet: "x", Value: 2.5, Of: 1},

		`the system has no figure "a.m" (Measured.Figures lists a.n, a.mean, a.saved)`: {Figure: "a.m"},
		`the figure a.mean has no facet "y" (Figure.Facets lists ["x"])`: {
			Figure: "a.mean", Facet: "y"},
		"the figure a.mean: NaN of 1 is no number":  {Figure: "a.mean", Value: math.NaN(), Of: 1},
		"the figure a.mean: 1 of +Inf is no number": {Figure: "a.mean", Value: 1, Of: math.Inf(1)},
		"the figure a.saved: 1 of -1 is no number":  {Figure: "a.saved", Value: 1, Of: -1},
		"the figure a.mean: -1 is less than 0 (its Figure.Signed is false)": {
			Figure: "a.mean", Value: -1, Of: 1},
		"the figure a.n: 0.5 is no whole number": {Figure: "a.n", Value: 0.5},
	} {
		got := ""
		if _, err := pipeline.CheckAmount(declared, a); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if _, err := pipeline.CheckAmount(declared, pipeline.Amount{Figure: "a.saved", Value: -3, Of: 2}); err != nil {
		t.Error(err)
	}
}

// A turn's depth counts from its own first call, and concurrent calls add none.
func TestTurnCosts(t *testing.T) {
	log := []pipeline.Entry{
		{Kind: pipeline.EntryCall, Path: "turn-1/router", Depth: 1}, {Kind: pipeline.EntryEvent, Path: "turn-1"},
		{Kind: pipeline.EntryCall, Path: "turn-2/planner", Depth: 2},
		{Kind: pipeline.EntryCall, Path: "turn-2/node:a/main-1", Depth: 3},
		{Kind: pipeline.EntryCall, Path: "turn-2/node:b/main-1", Depth: 3},
		{Kind: pipeline.EntryCall, Path: "turn-2/main-1", Depth: 4}, {Kind: pipeline.EntryCall, Path: "end", Depth: 5},
	}
	sent := func(string) pipeline.Request {
		return pipeline.Request{Messages: []pipeline.Message{{Sections: []pipeline.Section{{Text: "12345678"}}}},
			Tools: []pipeline.Tool{{Name: "abcd"}}}
	}
	want := []pipeline.TurnCost{{"turn-1", 1, 3, 1}, {"turn-2", 4, 12, 3}, {"end", 1, 3, 1}}
	if d := cmp.Diff(want, pipeline.TurnCosts(log, sent)); d != "" {
		t.Error(d)
	}
}
