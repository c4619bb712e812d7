package metric

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Scores of one turn are one unit; a fallback is attributed to the decision that it made.
func TestUnits(t *testing.T) {
	fell := trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-2/router-1", Stage: "router",
		Fallback: &pipeline.Fallback{Stage: "router"}}, Attached: true}
	call := func(path string) trace.Step {
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Stage: "router"},
			Call: &trace.Call{Path: path, Stage: "router"}}
	}
	of := func(turn, metric, facet string, value float64) score.Score {
		return score.Score{Scorer: "routing", Metric: metric, Facet: facet, Turn: turn, Path: turn + "/router-1",
			Unit: score.Share, Value: value, Expected: true, Want: "new_task"}
	}
	lost := of("turn-1", "accuracy", "soft", 1)
	lost.Unmeasured = true
	calls := score.Score{Scorer: "cost", Metric: "calls", Turn: "turn-1", Unit: score.Count, Value: 2}
	r := &result.Result{Suite: "s", Case: "c", Status: result.StatusFailed, Failures: []string{"no"},
		Trace: &trace.Trace{Steps: []trace.Step{call("turn-1/router-1"), call("turn-2/router-1"), fell}},
		Scores: []score.Score{of("turn-1", "accuracy", "hard", 1), lost, of("turn-1", "accuracy", "hard", 0),
			of("turn-2", "accuracy", "", 1), calls, calls}}
	want := []Unit{
		{Metric: "cases", Kind: score.Share, Expected: true, Fallback: true, Reason: "no"},
		{Metric: "routing.accuracy", Turn: "turn-1", Path: "turn-1/router-1", Kind: score.Share, Expected: true,
			Value: 0.5, Want: "new_task"},
		{Metric: "routing.accuracy[hard]", Turn: "turn-1", Path: "turn-1/router-1", Kind: score.Share, Expected: true,
			Value: 0.5, Want: "new_task"},
		{Metric: "routing.accuracy", Turn: "turn-2", Path: "turn-2/router-1", Kind: score.Share, Expected: true,
			Value: 1, Fallback: true, Want: "new_task"},
		{Metric: "cost.calls", Turn: "turn-1", Kind: score.Count, Value: 4},
	}
	if d := cmp.Diff(want, Units(r), cmpopts.IgnoreUnexported(Unit{})); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	for _, status := range []result.Status{result.StatusError, result.StatusSkipped, result.StatusOrphan} {
		if got := Units(&result.Result{Status: status}); got != nil {
			t.Errorf("%s: %v", status, got)
		}
	}
}

func TestMatch(t *testing.T) {
	a := []Unit{{Metric: "x", Turn: "1"}, {Metric: "x", Turn: "2"}, {Metric: "y"}}
	b := []Unit{{Metric: "y"}, {Metric: "x", Turn: "2"}, {Metric: "z"}}
	want := []Both{{&a[0], nil}, {&a[1], &b[1]}, {&a[2], &b[0]}, {nil, &b[2]}}
	if d := cmp.Diff(want, Match(a, b), cmpopts.IgnoreUnexported(Unit{})); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// A margin is tested on the cases of both runs: held, open with the number of cases that would decide, or missed.
func TestGateWithMargin(t *testing.T) {
	measured := func(both, onlyA, onlyB int) Measured {
		pairs := NewPairs(func(string) bool { return true })
		for i := range both + onlyA + onlyB {
			a, b := Unit{Metric: Cases, Kind: score.Share, Value: 1}, Unit{Metric: Cases, Kind: score.Share, Value: 1}
			if i < onlyA {
				b.Value = 0
			} else if i < onlyA+onlyB {
				a.Value = 0
			}
			pairs.Add(Group(&result.Result{Case: fmt.Sprint(i)}), Match([]Unit{a}, []Unit{b}))
		}
		return Measured{Pairs: pairs.Estimates()}
	}
	for _, c := range []struct {
		gate string
		of   Measured
		want Verdict
	}{
		{"cases >= baseline - 3pp", measured(1000, 5, 5), Verdict{Want: ">= baseline - 3pp", Holds: true,
			Got: "0pp, 95% -0.7pp…+0.7pp", Basis: "1010 cases"}},
		{"cases >= baseline - 3pp", measured(100, 3, 3), Verdict{Want: ">= baseline - 3pp", Open: true, Needed: 755,
			Got: "0pp, 95% -5.6pp…+5.6pp", Basis: "106 cases"}},
		{"cases >= baseline - 3pp", measured(60, 40, 0), Verdict{Want: ">= baseline - 3pp",
			Got: "-40pp, 95% -49.8pp…-30.9pp", Basis: "100 cases"}},
		{"cases <= baseline + 3pp", measured(1000, 5, 5), Verdict{Want: "<= baseline + 3pp", Holds: true,
			Got: "0pp, 95% -0.7pp…+0.7pp", Basis: "1010 cases"}},
		{"cases >= baseline - 3pp", Measured{}, Verdict{Want: ">= baseline - 3pp",
			Got: "no case has measured it in both runs"}},
	} {
		g, err := ParseGate(c.gate)
		if err != nil {
			t.Fatal(err)
		}
		c.want.Gate, c.want.Measure = c.gate, Cases
		if d := cmp.Diff(c.want, g.evaluate(c.of)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.gate, d)
		}
	}
}
