package metric

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/suites/score"
)

// A gate that no run can fail, or none can pass, is rejected when it is read.
func TestBoundsThatSayNothing(t *testing.T) {
	for text, want := range map[string]string{
		"routing.accuracy >= 0":          "it can never fail: routing.accuracy is from 0 to 1",
		"routing.accuracy >= 1e-12":      "it can never fail",
		"routing.accuracy <= 1":          "it can never fail",
		"routing.accuracy[hard] <= 100%": "it can never fail",
		"routing.accuracy <= 80": "it can never fail: routing.accuracy is from 0 to 1; 80% is written " +
			"with its sign",
		"routing.accuracy >= 80": "it can never hold: routing.accuracy is from 0 to 1; 80% is written " +
			"with its sign",
		"routing.accuracy >= 101%":      "it can never hold",
		"routing.accuracy >= 1":         "",
		"routing.accuracy <= 0":         "",
		"retrieval.recall@8 >= 0%":      "it can never fail",
		"skills.f1 >= baseline - 1":     "it can never fail",
		"skills.f1 >= baseline - 2":     "it can never fail",
		"skills.f1 >= baseline - 99%":   "",
		"skills.f1 <= baseline + 100%":  "it can never fail",
		"skills.f1 >= baseline + 1.1":   "it can never hold",
		"skills.f1 >= baseline * 0":     "it can never fail",
		"skills.f1 >= baseline * 1e-10": "it can never fail",
		"skills.f1 <= baseline * 0":     "",
		"skills.f1 <= baseline":         "",
		"stale >= 0":                    "it can never fail: stale is 0 or more",
		"stale >= baseline * 0":         "it can never fail",
		"stale >= baseline - 5":         "",
		"stale <= baseline + 5":         "",
		"stale <= 5%":                   "a percentage of what? stale is not a share: want a number",
		"cost.prompt_tokens <= baseline + 10%": "a percentage of what? cost.prompt_tokens is not a share: want " +
			"baseline * 1.1",
		"cost.prompt_tokens <= baseline - 10%":  "want baseline * 0.9",
		"cost.prompt_tokens <= baseline * 110%": "",
		"cost.time <= 30":                       "cost.time is a time: want s or ms after the number",
		"cost.time <= baseline + 1":             "cost.time is a time",
		"cost.time <= baseline * 2s":            "cost.time is not a time",
		"cost.time >= 0s":                       "it can never fail",
		"cost.time <= 30s":                      "",
		"stale <= 5s":                           "stale is not a time",
		"answer.similar >= 0":                   "",
		"answer.similar >= baseline - 1.9":      "",
		"answer.similar >= baseline - 2":        "it can never fail: answer.similar is from -1 to 1",
		"answer.similar >= baseline * 0":        "",
		"answer.similar <= 1":                   "it can never fail",
		"tokens.growth <= 0":                    "",
		"tokens.growth <= 300%":                 "",
		"tokens.growth >= 0":                    "",
		"latency.ratio >= 0":                    "it can never fail: latency.ratio is 0 or more",
		"context.use <= 1.5":                    "",
		"fallbacks.rate[router] <= 1":           "it can never fail",
	} {
		_, err := ParseGate(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Every accepted gate can fail and can hold: there is a run, and a baseline, for each.
func TestReadGatesCanFailAndHold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		measure := rapid.SampledFrom([]string{"routing.accuracy", "answer.similar", "tokens.growth", "latency.ratio",
			"stale", "cost.prompt_tokens", "context.use"}).Draw(rt, "measure")
		bound := rapid.SampledFrom([]string{"", "baseline", "baseline - ", "baseline + ", "baseline * "}).Draw(rt,
			"against")
		if bound != "baseline" {
			bound += fmt.Sprint(rapid.SampledFrom([]float64{0, 1e-10, 0.3, 0.999, 1, 1.5, 2, 7, 80}).Draw(rt, "number"))
		}
		g, err := ParseGate(measure + rapid.SampledFrom([]string{" <= ", " >= "}).Draw(rt, "sign") + bound)
		if err != nil {
			return
		}
		r := reachOf(measure)
		ends := []float64{r.least, min(r.most, 1e6)}
		seen := map[bool]bool{}
		for _, now := range append(ends, 0) {
			for _, before := range ends {
				m := Measure{Name: measure, Unit: r.unit, Value: now, Scores: 1}
				b := m
				b.Value = before
				seen[g.evaluate(Measured{Now: []Measure{m}, Shared: []Measure{m}, Before: []Measure{b}}).Holds] = true
			}
		}
		if !seen[true] || !seen[false] {
			rt.Fatalf("%s: %v", g.Text, seen)
		}
	})
}

// The printed value differs from the printed bound that it misses.
func TestPrintedValuesAreApart(t *testing.T) {
	for _, tt := range []struct {
		unit    score.Unit
		a, b    float64
		percent bool
		want    string
	}{
		{score.Share, 0.888888888, 0.888888889, true, "88.8888888% 88.8888889%"},
		{score.Share, 0.5, 0.5, true, "50% 50%"},
		{score.Share, 0.8888888, 0.8888889, true, "88.88888% 88.88889%"},
		{score.Share, 0.12345678, 0.12345679, false, "0.12345678 0.12345679"},
		{score.Nanos, 1_000_000_001, 1e9, false, "1.000000001s 1s"},
		{score.Count, 3, 4, false, "3 4"},
		{score.Share, 1.0 / 3, 1.0/3 + 1e-12, false, "0.333333 0.333333"}, // equal for gates
	} {
		a, b := Measure{Unit: tt.unit}.apart(tt.a, tt.b, tt.percent)
		if got := a + " " + b; got != tt.want {
			t.Errorf("%v and %v: %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		a := rapid.Float64Range(-10, 10).Draw(rt, "a")
		b := a + rapid.Float64Range(-1e-6, 1e-6).Draw(rt, "by")
		x, y := Measure{Unit: score.Share}.apart(a, b, rapid.Bool().Draw(rt, "percent"))
		if (x == y) != (round(a) == round(b)) && math.Abs(a-b) > 1e-8 {
			rt.Fatalf("%v and %v are printed as %s and %s", a, b, x, y)
		}
	})
}

// Sums over suites keep their estimated share; means are not summed.
func TestSums(t *testing.T) {
	tokens := Measure{Name: "cost.prompt_tokens", Unit: score.TokenCount, Value: 10, Scores: 1, Estimate: 8,
		Estimated: 1}
	mean := Measure{Name: "skills.f1", Unit: score.Share, Value: 1, Scores: 1}
	got := Sums([]Measure{tokens, mean}, []Measure{tokens}, nil)
	want := Measure{Name: "cost.prompt_tokens", Unit: score.TokenCount, Value: 20, Scores: 2, Estimate: 16,
		Estimated: 2}
	if len(got) != 1 || got[0] != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A gate fails if the baseline has no comparable value: counts without estimates, and scores that this run has lost.
func TestBaselinesThatDoNotFit(t *testing.T) {
	counted := Measure{Name: "cost.prompt_tokens", Unit: score.TokenCount, Value: 10, Scores: 1}
	estimated := Measure{Name: "cost.prompt_tokens", Unit: score.TokenCount, Value: 9, Scores: 1, Estimate: 9,
		Estimated: 1}
	accuracy := Measure{Name: "routing.accuracy", Unit: score.Share, Value: 0.5, Scores: 2}
	partly := Measure{Name: "routing.accuracy", Unit: score.Share, Value: 1, Scores: 1, Unmeasured: 9}
	nearly := Measure{Name: "routing.accuracy", Unit: score.Share, Value: 1, Scores: 9, Unmeasured: 1}
	for _, tt := range []struct {
		gate        string
		now, before []Measure
		want        string
	}{
		{"cost.prompt_tokens <= baseline * 2", []Measure{estimated}, []Measure{counted},
			" the baseline has counted the tokens, and has no estimate to compare with"},
		{"cost.prompt_tokens <= baseline * 2", []Measure{estimated}, []Measure{estimated}, " 9"},
		{"routing.accuracy >= baseline", []Measure{accuracy}, []Measure{partly},
			"s the baseline could not measure 9 of 10"},
		{"routing.accuracy >= baseline", []Measure{accuracy}, []Measure{nearly},
			"s the baseline could not measure 1 of 10"},
		{"routing.accuracy >= baseline", nil, []Measure{accuracy}, "s no case has measured it"},
		{"routing.accuracy >= baseline", []Measure{accuracy}, nil, "s the baseline has not measured it"},
		{"routing.accuracy >= baseline", nil, nil, " the baseline has not measured it"},
	} {
		g := runGates(t, tt.gate)
		m := Measured{Now: tt.now, Shared: tt.now, Before: tt.before}
		all := g.Evaluate(m, map[string]Measured{"s": m})
		v := all[len(all)-1]
		if got := v.Suite + " " + v.Got; got != tt.want || v.Holds != (tt.want == " 9") {
			t.Errorf("%s: %q, holds %v, want %q", tt.gate, got, v.Holds, tt.want)
		}
	}
}

// A suite whose cases the baseline does not have is not compared with it; the others are.
func TestNewSuitesAreNotCompared(t *testing.T) {
	accuracy := []Measure{{Name: "routing.accuracy", Unit: score.Share, Value: 0.5, Scores: 2}}
	g := runGates(t, "routing.accuracy >= baseline")
	var got []string
	for _, v := range g.Evaluate(Measured{Now: accuracy}, map[string]Measured{
		"new": {Now: accuracy}, "old": {Now: accuracy, Shared: accuracy, Before: accuracy},
	}) {
		if v.Measure == "routing.accuracy" {
			got = append(got, fmt.Sprintf("%s %s %t", v.Suite, v.Got, v.Holds))
		}
	}
	if d := cmp.Diff([]string{"old 0.5 true"}, got); d != "" {
		t.Errorf("verdicts (-want +got):\n%s", d)
	}
}
