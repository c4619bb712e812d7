package metric

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func TestParseGate(t *testing.T) {
	for text, want := range map[string]Gate{
		"stale":                           {Measure: "stale"},
		"context":                         {Measure: "context.overflow"},
		"stale <= 3":                      {Measure: "stale", Bound: 3},
		"routing.accuracy>=0.9":           {Measure: "routing.accuracy", Least: true, Bound: 0.9},
		"routing.f1[soft/new_task] >= .5": {Measure: "routing.f1[soft/new_task]", Least: true, Bound: 0.5},
		"shop/fallbacks.rate[router:timeout] <= 5%": {Suite: "shop", Measure: "fallbacks.rate[router:timeout]",
			Bound: 0.05, Percent: true},
		"tokens.growth[call] <= 10 %": {Measure: "tokens.growth[call]", Bound: 0.1, Percent: true},
		"skills.f1 >= baseline":       {Measure: "skills.f1", Least: true, Against: PlusBaseline},
		"skills.f1 >= baseline - 2%": {Measure: "skills.f1", Least: true, Bound: -0.02, Percent: true,
			Against: PlusBaseline},
		"cost.time <= baseline * 1.2":   {Measure: "cost.time", Bound: 1.2, Against: TimesBaseline},
		"cost.time <= 1.5s":             {Measure: "cost.time", Bound: 1.5e9},
		"cost.time <= baseline + 20 ms": {Measure: "cost.time", Bound: 2e7, Against: PlusBaseline},
		"cases >= baseline - 3pp": {Measure: "cases", Least: true, Bound: -0.03, Points: true,
			Against: PlusBaseline},
		"s/retrieval.recall@8 <= baseline + 1.5 pp": {Suite: "s", Measure: "retrieval.recall@8", Bound: 0.015,
			Points: true, Against: PlusBaseline},
		"retrieval.recall@8 >= 1e-1": {Measure: "retrieval.recall@8", Least: true, Bound: 0.1},
	} {
		want.Text = text
		got, err := ParseGate(" " + text + " ")
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, d)
		}
	}
	for text, want := range map[string]string{
		"":                                   "want MEASURE <= BOUND",
		"routing.accuracy":                   "it has no bound",
		"stale[x]":                           "it has no bound",
		"routing.accurancy >= 1":             "nearest: routing.accuracy",
		"routing.accuracy > 1":               "want MEASURE <= BOUND",
		"routing.accuracy >= much":           `bound "much"`,
		"routing.accuracy >= baseline -":     `bound "baseline -"`,
		"routing.accuracy >= baseline 3":     `bound "baseline 3"`,
		"routing.accuracy >= %":              `bound "%"`,
		"routing.accuracy >= -1":             "it can never fail",
		"stale <= -1":                        "it can never hold",
		"tokens.growth <= baseline":          "a comparison with the baseline already",
		"Shop/stale":                         "want MEASURE <= BOUND",
		"cases >= 3pp":                       "pp are points of difference from the baseline",
		"cases >= baseline * 3pp":            "pp are points of difference from the baseline",
		"stale <= baseline + 3pp":            "pp need a share that each case has",
		"routing.macro_f1 >= baseline - 3pp": "pp need a share that each case has",
		"cases >= baseline - 100pp":          "it can never fail",
	} {
		if _, err := ParseGate(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParseGate(f *testing.F) {
	f.Add("routing.accuracy >= baseline - 2%")
	f.Add("shop/fallbacks.rate[router:timeout] <= 5%")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ParseGate(text)
		if err != nil {
			return
		}
		if again, err := ParseGate(g.Text); err != nil || again != g {
			t.Errorf("%q: %+v, again %+v, %v", text, g, again, err)
		}
		g.evaluate(Measured{})
	})
}

// resultOf returns a case with one score.
func resultOf(id string, scores ...score.Score) *result.Result {
	return &result.Result{Suite: "s", Case: id, Status: result.StatusOK, Scores: scores}
}

func routedTo(want, got string, holds bool) score.Score {
	s := score.Score{
		Scorer: "routing", Metric: "accuracy", Facet: score.LabelHard, Path: "turn-1/router", Unit: score.Share,
		Expected: true, Holds: holds,
		Want: want, Got: got, Reason: "route: want " + want + ", got " + got,
	}
	if holds {
		s.Value, s.Reason = 1, "as expected"
	}
	return s
}

func TestGates(t *testing.T) {
	tally := NewTally(nil)
	lost := score.Score{Scorer: "cost", Metric: "money", Facet: "main", Unit: score.Money, Unmeasured: true,
		Reason: "m has no price"}
	tally.Add(resultOf("right", routedTo("a", "a", true)))
	tally.Add(resultOf("wrong", routedTo("a", "b", false), lost))
	tally.Add(resultOf("wrong-too", routedTo("b", "a", false), score.Score{Scorer: "cost", Metric: "money",
		Facet: "main",
		Unit:  score.Money, Value: 1}))
	tally.Add(resultOf("right-too", routedTo("b", "b", true)))
	base := []Measure{{Name: "routing.accuracy", Unit: score.Share, Value: 0.6, Scores: 10},
		{Name: "stale", Unit: score.Count, Scores: 4}, {Name: "tools.trajectory", Unit: score.Share}}
	for text, want := range map[string]string{
		"routing.accuracy >= 0.5":            "holds >= 0.5 0.5",
		"routing.accuracy >= 50%":            "holds >= 50% 50%",
		"routing.accuracy >= 0.51":           "fails >= 0.51 0.5 s/wrong/turn-1/router route: want a, got b",
		"routing.accuracy[hard] <= 0.4":      "fails <= 0.4 0.5 s/right/turn-1/router as expected",
		"routing.accuracy >= baseline - 0.1": "holds >= 0.5 0.5",
		"routing.accuracy >= baseline":       "fails >= 0.6 0.5 s/wrong/turn-1/router route: want a, got b",
		"routing.accuracy >= baseline * 0.5": "holds >= 0.3 0.5",
		"routing.recall[a] >= 0.6":           "fails >= 0.6 0.5 s/wrong/turn-1/router b instead of a",
		"routing.precision[b] >= 0.5":        "holds >= 0.5 0.5",
		"routing.f1[c] >= 0.1":               "fails >= 0.1 no case has measured it", // no such label
		"tools.trajectory >= 0.1":            "fails >= 0.1 no case has measured it",
		"skills.f1 >= baseline":              "fails >= baseline the baseline has not measured it",
		"tools.trajectory >= baseline":       "fails >= baseline the baseline has not measured it",
		"cost.money <= 100":                  "fails <= 100 1 of 2 could not be measured s/wrong m has no price",
		"expectations":                       "holds 0 0",
		"goldens":                            "holds 0 0",
	} {
		g, err := ParseGate(text)
		if err != nil {
			t.Fatal(err)
		}
		v := g.evaluate(Measured{Now: tally.Measures(), Shared: tally.Measures(), Before: base})
		got := strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s", map[bool]string{true: "holds", false: "fails"}[v.Holds],
			v.Want, v.Got, v.First, v.Reason))
		if got = strings.Join(strings.Fields(got), " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A decision may take several calls (retries, a loop of tools) or none: the rate is of decisions. A reason that never
// came up has the rate 0 if its stage was called, and none otherwise.
func TestFallbackRates(t *testing.T) {
	call := func(path, stage string) trace.Step {
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Stage: stage},
			Call: &trace.Call{Path: path, Stage: stage}}
	}
	fallback := func(path, stage string, reason pipeline.Reason, attached bool) trace.Step {
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: path, Stage: stage,
			Fallback: &pipeline.Fallback{Stage: stage, Reason: reason}}, Attached: attached}
	}
	decided := func(path, stage string, attached bool) trace.Step {
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryDecided, Path: path, Stage: stage},
			Attached: attached}
	}
	tr := &trace.Trace{Steps: []trace.Step{
		call("turn-1/router", "router"), call("turn-1/router#2", "router"), fallback("turn-1/router#2", "router",
			pipeline.Timeout, true),
		fallback("turn-1", "skills", "resolver", false), // no call
		call("turn-1/main-1", "main"), decided("turn-1/main-1", "main", true), call("turn-1/main-2", "main"),
		decided("turn-1/main-2", "main", true),
		fallback("turn-1/main-2", "main", "tool_budget", true),
		call("turn-2/router", "router"), decided("turn-2/router", "router", true), decided("turn-2", "skills", false),
		call("turn-2/main-1", "main"),
		call("turn-2/node:a-1/main-1", "main"), call("turn-2/node:a-2/main-1", "main"), // places of their own
		fallback("turn-2/node:a-2/main-1", "main", "unknown_name", true), fallback("turn-2/node:a-2/main-1", "main",
			pipeline.Empty, true),
		{Entry: pipeline.Entry{Kind: pipeline.EntryEvent, Path: "turn-2", Stage: "main"}},
	}}
	if d := cmp.Diff([]trace.Asked{{Stage: "router", Times: 2}, {Stage: "skills", Times: 2}, {Stage: "main", Times: 4}},
		tr.Decisions()); d != "" {
		t.Errorf("decisions (-want +got):\n%s", d)
	}
	tally := NewTally(nil)
	tally.Add(&result.Result{Suite: "s", Case: "c", Trace: tr})
	if asked, fellBack := tally.Asks("main"); asked != 4 || fellBack != 2 {
		t.Errorf("main was asked %d times and fell back %d times", asked, fellBack)
	}
	for text, want := range map[string]string{
		"fallbacks.rate[router] <= 0.9": "0.5", "fallbacks.rate[router:timeout] <= 0.9": "0.5",
		"fallbacks.rate[router:empty] <= 0.9": "0",
		"fallbacks.rate[main] <= 0.9":         "0.5", "fallbacks.rate[main:tool_budget] <= 0.9": "0.25",
		"fallbacks.rate[main:empty] <= 0.9":      "0.25",
		"fallbacks.rate[skills:resolver] <= 0.9": "0.5", "fallbacks.rate <= 0.9": "0.5",
		"fallbacks.rate[draft] <= 0.9":       "no case has measured it",
		"fallbacks.rate[draft:empty] <= 0.9": "no case has measured it",
	} {
		g, err := ParseGate(text)
		if err != nil {
			t.Fatal(err)
		}
		if v := g.evaluate(tally.Measured()); v.Got != want {
			t.Errorf("%s: got %s, want %s", text, v.Got, want)
		}
	}
}

func TestGrowth(t *testing.T) {
	base := NewCallSizes(2)
	base.Add("s", "c", "turn-1/router", CallSize{Tokens: 100, Counted: true, Took: millis(100)})
	base.Add("s", "c", "turn-1/main-1", CallSize{Tokens: 300, Counted: true})
	base.Add("s", "timeless", "turn-1/router", CallSize{Tokens: 70, Counted: true, Took: millis(900)})
	base.Sort()
	call := func(path, stage string, tokens, ms int) trace.Step {
		c := &trace.Call{Path: path, Stage: stage, Tokens: trace.Tokens{Prompt: tokens},
			Origin: pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchFresh}}
		c.Response.Duration, c.Response.Usage.Prompt = millis(ms), tokens
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Stage: stage, Try: 1}, Call: c}
	}
	part := NewTally(base)
	part.Add(&result.Result{Suite: "s", Case: "c", Trace: &trace.Trace{Steps: []trace.Step{
		call("turn-1/router", "router", 150, 120), call("turn-1/main-1", "main", 290, 50), call("turn-2/main-1", "main",
			9000, 0),
	}}})
	part.Add(&result.Result{Suite: "s", Case: "timeless",
		Trace: &trace.Trace{Steps: []trace.Step{call("turn-1/router", "router", 70, 0)}}})
	tally := NewTally(nil)
	tally.Merge(NewTally(base))
	tally.Merge(part)
	for text, want := range map[string]string{
		"tokens.growth <= 8.6%":        "true 8.6% 8.511%",
		"tokens.growth <= 8.5%":        "false 8.5% 8.511%",
		"tokens.growth[router] <= 29%": "false 29% 29.412%",
		"tokens.growth[main] <= 0":     "true 0 -0.033333",
		"tokens.growth[call] <= 20%":   "false 20% 50%",
		"latency.ratio <= 1.2":         "true 1.2 1.2",
		"latency.ratio[main] <= 9":     "false 9 no case has measured it",
	} {
		g, err := ParseGate(text)
		if err != nil {
			t.Fatal(err)
		}
		v := g.evaluate(tally.Measured())
		if got := fmt.Sprint(v.Holds, " ", strings.TrimPrefix(v.Want, "<= "), " ", v.Got); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		if g.Measure == "tokens.growth[call]" && v.First != "s/c/turn-1/router" {
			t.Errorf("%s: look first at %s", text, v.First)
		}
	}
}

// Merged tallies equal one that has seen everything.
func TestMergeLaw(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		whole, parts := NewTally(nil), []*Tally{NewTally(nil), NewTally(nil)}
		for i := range rapid.IntRange(0, 20).Draw(rt, "cases") {
			actions := rapid.SampledFrom([]string{"a", "b", "c"})
			want, got := actions.Draw(rt, "want"), actions.Draw(rt, "got")
			s := routedTo(want, got, want == got || rapid.Bool().Draw(rt, "right"))
			s.Facet = rapid.SampledFrom([]string{score.LabelHard, score.LabelSoft}).Draw(rt, "kind")
			r := resultOf(fmt.Sprint(i), s, score.Score{Scorer: "cost", Metric: "money", Facet: got, Unit: score.Money,
				Value: float64(i), Unmeasured: i%5 == 4})
			whole.Add(r)
			parts[min(i/10, 1)].Add(r) // one behind the other, as suites are
		}
		merged := NewTally(nil)
		merged.Merge(parts[0])
		merged.Merge(parts[1])
		if d := cmp.Diff(whole.Measures(), merged.Measures(), cmp.AllowUnexported(Measure{}, example{}),
			cmpopts.EquateApprox(0, 1e-9)); d != "" {
			rt.Fatalf("(-whole +merged):\n%s", d)
		}
	})
}

// A dropped gate is not evaluated, and says so; a gate that does not exist cannot be dropped.
func TestDroppedGates(t *testing.T) {
	err := Gates{Run: DefaultGates(false, false), Dropped: []string{"golden"}}.CheckDropped()
	if err == nil || !strings.Contains(err.Error(),
		"--no-gate golden: there is no such gate; there are: expectations, faults.failing, goldens, "+
			"not_driven, orphans, stale, uncompared") {
		t.Error(err)
	}
	g := runGates(t, "routing.accuracy >= 1")
	g.Dropped = []string{"routing.*", "stale"}
	if err := g.CheckDropped(); err != nil {
		t.Fatal(err)
	}
	var got []string
	tally := NewTally(nil)
	tally.Add(resultOf("c"))
	for _, v := range g.Evaluate(Measured{Now: tally.Measures()}, nil) {
		got = append(got, fmt.Sprint(v.Measure, " ", v.Holds, " ", v.Dropped))
	}
	if d := cmp.Diff([]string{"goldens true false", "expectations true false", "uncompared true false",
		"routing.accuracy false true"}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestGatesThatNeedABaseline(t *testing.T) {
	for text, want := range map[string][2]bool{ // a baseline, its calls
		"stale": {false, false}, "routing.accuracy >= 0.9": {false, false},
		"cost.time <= baseline * 1.2": {true, false},
		"skills.f1 >= baseline":       {true, false}, "tokens.growth <= 5%": {true, true},
		"latency.ratio[main] <= 2": {true, true},
	} {
		g, err := ParseGate(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]bool{g.NeedsBaseline(), g.NeedsCalls()}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// A gate can be dropped by measure, by text and, of a suite, by suite/measure.
func TestGateNames(t *testing.T) {
	gate := Gate{Text: "routing.accuracy >= 1", Suite: "desk", Measure: "routing.accuracy"}
	for name, want := range map[string]bool{
		"routing.accuracy": true, "routing.*": true, "routing.accuracy >= 1": true, "desk/routing.accuracy": true,
		"desk/*": true, "*": true,
		"routing": false, "other/routing.accuracy": false, "desk": false,
	} {
		if got := (Gates{Dropped: []string{name}}).drops(gate); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if (Gates{}).drops(gate) {
		t.Error("nothing is dropped unasked")
	}
}

// runGates returns the built-in gates of a run and one more.
func runGates(t *testing.T, text string) Gates {
	t.Helper()
	g, err := ParseGate(text)
	if err != nil {
		t.Fatal(err)
	}
	return Gates{Run: append(DefaultGates(false, false), g)}
}
