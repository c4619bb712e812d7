package live

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// For each choice, which of a fresh, a stale, a failed, a carried and an imported answer is asked for again.
func TestChoice(t *testing.T) {
	lines := []struct {
		line  model.Line
		match pipeline.Match
	}{
		{model.Line{Source: pipeline.SourceOllama}, pipeline.MatchFresh},
		{model.Line{Source: pipeline.SourceOllama}, pipeline.MatchStale},
		{model.Line{Source: pipeline.SourceOllama, Failure: &pipeline.Failure{Reason: pipeline.Overflow}},
			pipeline.MatchFresh},
		{model.Line{Source: pipeline.SourceOllama, CarriedFrom: "0a"}, pipeline.MatchFresh},
		{model.Line{Source: pipeline.SourceImported}, pipeline.MatchFresh},
	}
	type meaning struct {
		Asks, Whole bool
		Refuses     [5]bool
	}
	var nothing, all, stale = [5]bool{}, [5]bool{true, true, true, true, true}, [5]bool{1: true, 2: true}
	known := &model.Recording{}
	for _, tt := range []struct {
		name   string
		choice choice
		want   meaning
	}{
		{"once, known", Choice{}.of(known), meaning{false, false, nothing}},
		{"once, unknown", Choice{}.of(nil), meaning{true, true, nothing}},
		{"once by name", Choice{Mode: Once}.of(known), meaning{false, false, nothing}},
		{"new", Choice{Mode: New}.of(known), meaning{true, false, nothing}},
		{"all", Choice{Mode: All}.of(known), meaning{true, true, all}},
		{"none", Choice{Mode: None}.of(nil), meaning{false, false, nothing}},
		{"stale", Choice{Stale: true}.of(known), meaning{true, true, stale}},
		{"missing", Choice{Missing: true}.of(known), meaning{true, false, nothing}},
		{"carried", Choice{Carried: true}.of(known), meaning{true, false, [5]bool{3: true}}},
		{"stale and carried", Choice{Stale: true, Carried: true}.of(known),
			meaning{true, true, [5]bool{1: true, 2: true, 3: true}}},
		{"taken over", takeOver(), meaning{false, true, [5]bool{1: true}}},
	} {
		got := meaning{Asks: tt.choice.asks, Whole: tt.choice.whole}
		for i, l := range lines {
			got.Refuses[i] = tt.choice.refuses(&l.line, l.match)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

func TestChoiceCheck(t *testing.T) {
	for _, c := range []Choice{{}, {Mode: New}, {Stale: true, Carried: true, Missing: true}} {
		if err := c.Check(); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for want, c := range map[string]Choice{
		`--mode: want once, new, all, none, got "All"`: {Mode: "All"},
		"--mode new excludes --stale, --missing and --carried, which choose the calls " +
			"themselves": {Mode: New, Stale: true},
	} {
		if err := c.Check(); err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %s", c, err, want)
		}
	}
}
