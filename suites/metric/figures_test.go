package metric

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// declared are the figures of a system.
func declared() []pipeline.Figure {
	return []pipeline.Figure{
		{Name: "route.calls", Unit: pipeline.FigureMeanCount, Facets: []string{"quick", "planned"}},
		{Name: "skills.saved", Unit: pipeline.FigureShare, Signed: true},
		{Name: "ids.leaked", Unit: pipeline.FigureCount},
	}
}

func figuresOf(id string, figures ...trace.Figure) *result.Result {
	return &result.Result{Suite: "s", Case: id, Status: result.StatusOK, Figures: figures}
}

func share(sum, of float64, n int) trace.Figure {
	return trace.Figure{Name: "skills.saved", Unit: pipeline.FigureShare, Sum: sum, Of: of, N: n}
}

// A share is the quotient of two sums, not a mean over cases: a case of one small skill weighs little.
func TestFiguresAreWeighted(t *testing.T) {
	tally := NewTally(nil)
	tally.Add(figuresOf("large", share(99, 100, 2)))
	tally.Add(figuresOf("small", share(-1, 1, 1)))
	tally.Add(figuresOf("none"))
	m := measureNamed(t, tally.Measures(), "skills.saved")
	if m.Unit != score.Share || m.Value != 98.0/101 || m.Scores != 3 || !m.Figure || m.low.at != "s/small" {
		t.Errorf("%+v, want 98 of 101 in 3, lowest in s/small", m)
	}
}

// However the cases of a run are split, the parts merge to the same figures.
func TestFiguresMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, merged := NewTally(nil), NewTally(nil)
		parts := []*Tally{NewTally(nil), NewTally(nil), NewTally(nil)}
		for range rapid.IntRange(0, 12).Draw(t, "cases") {
			small := func(what string) float64 { return float64(rapid.IntRange(0, 40).Draw(t, what)) }
			r := figuresOf("c", share(small("saved"), 1+small("of"), 1), trace.Figure{Name: "route.calls",
				Facet: rapid.SampledFrom([]string{"", "quick"}).Draw(t, "facet"), Unit: pipeline.FigureMeanCount,
				Sum: small("calls"), Of: 2, N: 2},
				trace.Figure{Name: "ids.leaked", Unit: pipeline.FigureCount, Sum: small("ids"), N: 3})
			whole.Add(r)
			parts[rapid.IntRange(0, 2).Draw(t, "part")].Add(r)
		}
		for _, p := range parts {
			merged.Merge(p)
		}
		plain := func(t *Tally) map[string]string {
			all := map[string]string{}
			for _, m := range t.Measures() {
				if m.Figure {
					all[m.Name] = fmt.Sprint(m.Unit, " ", m.Value, " of ", m.Scores)
				}
			}
			return all
		}
		if d := cmp.Diff(plain(whole), plain(merged)); d != "" {
			t.Fatalf("(-whole +merged):\n%s", d)
		}
	})
}

// Gates know the figures of the systems that they may be about, with their units and facets.
func TestGatesOnFigures(t *testing.T) {
	v := trace.Vocabulary{System: "sys", Figures: declared()}
	for text, want := range map[string]string{
		"skills.saved >= 90%": "", "skills.saved >= -50%": "want a number, a percentage", "route.calls[quick] <= 3": "",
		"route.calls[quick] <= baseline + 1": "", "ids.leaked <= 0": "", "skills.saved <= 120%": "it can never fail",
		"route.calls[quik] <= 3":   "route.calls has no [quik] (nearest: quick)",
		"ids.leaked[quick] <= 3":   "ids.leaked is not broken down by anything: it has no [quick]",
		"route.cals <= 3":          `nothing measures "route.cals" (nearest: route.calls)`,
		"ids.leaked <= 5%":         "a percentage of what? ids.leaked is not a share",
		"ids.leaked":               "it has no bound",
		"route.calls[quick] >= 0s": "route.calls[quick] is not a time",
	} {
		g, err := ParseGate(text, v.Figures...)
		if err == nil {
			err = CheckFacet(v, g.Measure)
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	other := trace.Vocabulary{System: "other"}
	if err := CheckFacet(other, "skills.saved"); err == nil || err.Error() != "other has no figure skills.saved" {
		t.Errorf("a figure of another system: %v", err)
	}
}

// A gate on a figure holds by its value; without any case that measures it, it fails.
func TestFigureGateVerdict(t *testing.T) {
	tally := NewTally(nil)
	tally.Add(figuresOf("a", share(98, 100, 1)))
	for text, want := range map[string]Verdict{
		"skills.saved >= 98%":     {Want: ">= 98%", Got: "98%", Holds: true},
		"skills.saved >= 98.5%":   {Want: ">= 98.5%", Got: "98%", First: "s/a"},
		"ids.leaked <= 0":         {Want: "0", Got: "no case has measured it"},
		"route.calls[quick] <= 3": {Want: "<= 3", Got: "no case has measured it"},
	} {
		g, err := ParseGate(text, declared()...)
		if err != nil {
			t.Fatal(err)
		}
		want.Gate, want.Measure = text, g.Measure
		if d := cmp.Diff(want, g.evaluate(tally.Measured())); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}

func TestCheckFiguresOfASystem(t *testing.T) {
	taken := []pipeline.Figure{{Name: "skills.f1", Unit: pipeline.FigureShare}}
	if err := CheckFigures(taken); err == nil || !strings.Contains(err.Error(), "has that name") {
		t.Errorf("a name of a metric: %v", err)
	}
	if err := CheckFigures(declared()); err != nil {
		t.Error(err)
	}
}
