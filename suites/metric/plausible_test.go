package metric_test

import (
	"math"
	"testing"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

func TestCheckMeasures(t *testing.T) {
	routing := metric.Measure{Name: "routing.accuracy[hard]", Unit: score.Share, Value: 0.75, Scores: 4, Expected: 4,
		Holding: 3}
	with := func(change func(*metric.Measure)) []metric.Measure {
		m := routing
		change(&m)
		return []metric.Measure{m}
	}
	for name, tt := range map[string]struct {
		measures []metric.Measure
		want     string
	}{
		"as it was": {with(func(*metric.Measure) {}), ""},
		"nobody measured it": {with(func(m *metric.Measure) {
			*m = metric.Measure{Name: m.Name, Unit: m.Unit, Unmeasured: 2}
		}), ""},
		"a little more than all, by arithmetic": {with(func(m *metric.Measure) { m.Value = 1 + 1e-12 }), ""},
		"growth": {
			[]metric.Measure{{Name: "tokens.growth[router]", Unit: score.Share, Value: 7, Scores: 2}},
			"",
		},
		"shrunk by more than all": {
			[]metric.Measure{{Name: "tokens.growth", Unit: score.Share, Value: -2, Scores: 2}},
			"measures[tokens.growth].value: want -1 or more, got -2",
		},
		"of another program": {
			[]metric.Measure{{Name: "mood.swing", Unit: score.Share, Value: -3, Scores: 1}},
			"",
		},
		"a count of another program": {
			[]metric.Measure{{Name: "mood.swings", Unit: score.Count, Value: -3, Scores: 1}},
			"measures[mood.swings].value: want 0 or more, got -3",
		},
		"negative": {with(func(m *metric.Measure) { m.Value = -5 }),
			"measures[routing.accuracy[hard]].value: want from 0 to 1, got -5"},
		"more than all": {with(func(m *metric.Measure) { m.Value = 9 }),
			"measures[routing.accuracy[hard]].value: want from 0 to 1, got 9"},
		"no number": {with(func(m *metric.Measure) { m.Value = math.NaN() }),
			"measures[routing.accuracy[hard]].value: want from 0 to 1, got NaN"},
		"endless": {[]metric.Measure{{Name: "stale", Unit: score.Count, Value: math.Inf(1), Scores: 1}},
			"measures[stale].value: want 0 or more, got +Inf"},
		"another unit": {with(func(m *metric.Measure) { m.Unit = score.Count }),
			"measures[routing.accuracy[hard]].unit: want share, got count"},
		"half a case": {[]metric.Measure{{Name: "expectations", Unit: score.Count, Value: 0.5, Scores: 1}},
			"measures[expectations].value: want a whole number, got 0.5"},
		"of nothing": {with(func(m *metric.Measure) { m.Scores, m.Unmeasured = 0, 4 }),
			"measures[routing.accuracy[hard]].value: want 0, as it is made of no score, got 0.75"},
		"fewer than none": {with(func(m *metric.Measure) { m.Unmeasured = -1 }),
			"measures[routing.accuracy[hard]].unmeasured: want 0 or more, got -1"},
		"more hold than were expected": {with(func(m *metric.Measure) { m.Holding = 5 }),
			"measures[routing.accuracy[hard]].holding: want 4 or less, got 5"},
		"more rest than there are": {with(func(m *metric.Measure) { m.Provenance = 5 }),
			"measures[routing.accuracy[hard]].rests: want 4 or less, got 5"},
		"more estimated than there are": {with(func(m *metric.Measure) { m.Estimated = 5 }),
			"measures[routing.accuracy[hard]].estimated: want 4 or less, got 5"},
		"a negative estimate": {with(func(m *metric.Measure) { m.Estimate = -1 }),
			"measures[routing.accuracy[hard]].estimate: want 0 or more, got -1"},
		"twice": {[]metric.Measure{routing, routing}, "measures[routing.accuracy[hard]]: it is there twice"},
	} {
		got := ""
		if err := metric.CheckMeasures(tt.measures); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, tt.want)
		}
	}
}
