package metric_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// tried adds a case whose samples end so: o as expected, f failed, e in error.
func tried(t *metric.Tally, id, ends string) {
	of := map[rune]result.Status{'o': result.StatusOK, 'f': result.StatusFailed, 'e': result.StatusError}
	for i, end := range ends {
		t.Add(&result.Result{Suite: "s", Case: id, Sample: i, Status: of[end], Live: true})
	}
}

func measuresOf(t *metric.Tally) map[string]metric.Measure {
	all := map[string]metric.Measure{}
	for _, m := range t.Measures() {
		all[m.Name] = m
	}
	return all
}

// TestPasses compares with values worked out from 1 − C(n−c, k)/C(n, k) and C(c, k)/C(n, k).
func TestPasses(t *testing.T) {
	for _, of := range []struct {
		ends string
		want map[string]float64
	}{
		{"ooo", map[string]float64{"pass@1": 1, "pass@2": 1, "pass^1": 1, "pass^2": 1, "pass^3": 1}},
		{"fff", map[string]float64{"pass@1": 0, "pass@2": 0, "pass^1": 0, "pass^2": 0, "pass^3": 0}},
		{"fof", map[string]float64{"pass@1": 1. / 3, "pass@2": 2. / 3, "pass^1": 1. / 3, "pass^2": 0, "pass^3": 0}},
		// C(3,2)/C(5,2) = 3/10, C(3,3)/C(5,3) = 1/10; C(2,2)/C(5,2) = 1/10
		{"ofoff", map[string]float64{"pass@1": .4, "pass@2": .7, "pass@3": .9, "pass@4": 1,
			"pass^1": .4, "pass^2": .1, "pass^3": 0, "pass^4": 0, "pass^5": 0}},
		{"oe", map[string]float64{"pass@1": 1, "pass^1": 1}},
	} {
		tally := metric.NewTally(nil)
		tried(tally, "c", of.ends)
		got := map[string]float64{}
		for name, m := range measuresOf(tally) {
			if len(name) > 5 && (name[:5] == "pass@" || name[:5] == "pass^") && m.Scores > 0 {
				got[name] = math.Round(m.Value*1e12) / 1e12
			}
		}
		for name, v := range of.want {
			of.want[name] = math.Round(v*1e12) / 1e12
		}
		if d := cmp.Diff(of.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", of.ends, d)
		}
	}
}

// TestCaseIsUnit: of a case that ran several times, what counts is one value, in whatever parts it is merged.
func TestCaseIsUnit(t *testing.T) {
	whole, first, second := metric.NewTally(nil), metric.NewTally(nil), metric.NewTally(nil)
	for i, ends := range []string{"oooo", "offf", "ooee", "eeee", "ffff"} {
		id := fmt.Sprint("c", i)
		tried(whole, id, ends)
		if part := first; i < 2 {
			tried(part, id, ends)
		} else {
			tried(second, id, ends)
		}
	}
	first.Merge(second)
	got, merged := measuresOf(whole), measuresOf(first)
	for name, want := range map[string]float64{
		"cases": (1 + .25 + 1 + 0) / 4, "expectations": 2, "pass@1": (1 + .25 + 1 + 0) / 4,
		"pass@2": (1 + .5 + 1 + 0) / 4, "pass@3": (1 + .75 + 0) / 3, "pass^4": 1. / 3,
	} {
		if math.Abs(got[name].Value-want) > 1e-12 || math.Abs(merged[name].Value-want) > 1e-12 {
			t.Errorf("%s: want %v, got %v, merged %v", name, want, got[name].Value, merged[name].Value)
		}
	}
	if m := got["pass@3"]; m.Scores != 3 || m.Unmeasured != 2 {
		t.Errorf("pass@3 without enough samples: want 3 cases and 2 unmeasured, got %d and %d", m.Scores, m.Unmeasured)
	}
	if errors := whole.Measured().Errors; errors != 2 {
		t.Errorf("want 2 cases that did not finish, got %d", errors)
	}
	flaky, n := whole.Flaky()
	if d := cmp.Diff([]metric.Flaky{{Suite: "s", Case: "c1", Passed: 1, Of: 4}}, flaky); d != "" || n != 1 {
		t.Errorf("%d flaky (-want +got):\n%s", n, d)
	}
}

// TestOneSampleHasNoPasses: a run without --repeat does not measure them.
func TestOneSampleHasNoPasses(t *testing.T) {
	tally := metric.NewTally(nil)
	tried(tally, "a", "o")
	tried(tally, "b", "f")
	if m, is := measuresOf(tally)["pass^1"]; is {
		t.Errorf("got %+v", m)
	}
}

// TestMeanUnits: a share is a mean over the samples that have it.
func TestMeanUnits(t *testing.T) {
	got := metric.MeanUnits([][]metric.Unit{
		{{Metric: "cases", Value: 1}, {Metric: "m", Turn: "turn-1", Value: .5}},
		{{Metric: "cases", Value: 0, Reason: "no"}},
		{{Metric: "cases", Value: 0, Fallback: true}, {Metric: "m", Turn: "turn-1", Value: 1}},
	})
	if len(got) != 2 || math.Abs(got[0].Value-1./3) > 1e-12 || got[1].Value != .75 || got[0].Reason != "no" ||
		!got[0].Fallback {
		t.Errorf("got %+v", got)
	}
}

// TestQuarantined: such a case is in no metric but its own, unless it could not finish.
func TestQuarantined(t *testing.T) {
	tally := metric.NewTally(nil)
	tally.Add(&result.Result{Suite: "s", Case: "a", Status: result.StatusOK})
	tally.Add(&result.Result{Suite: "s", Case: "b", Status: result.StatusFailed, Quarantine: "until 9999-12-31: x"})
	tally.Add(&result.Result{Suite: "s", Case: "c", Status: result.StatusError, Quarantine: "until 9999-12-31: x"})
	all := measuresOf(tally)
	if all["cases"].Value != 1 || all["expectations"].Value != 0 || all["quarantined"].Value != 1 {
		t.Errorf("got cases %v, expectations %v, quarantined %v", all["cases"].Value, all["expectations"].Value,
			all["quarantined"].Value)
	}
	if errors := tally.Measured().Errors; errors != 1 {
		t.Errorf("want 1 case that did not finish, got %d", errors)
	}
}
