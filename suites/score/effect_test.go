package score

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each figure of a pair has three metrics; those that nothing measured are left out. All of them are known, in range.
func TestEffect(t *testing.T) {
	with := &Later{Case: "a", Turns: 2, Named: 2, Ranks: 1.5, Recalls: 2, Calls: 7, Tokens: 900, Estimate: 800,
		Holding: 4, Expectations: 4, Provenance: []string{"scripted"}}
	without := &Later{Case: "b", TwinOf: "a", Turns: 2, Named: 2, Ranks: 0.5, Calls: 9, Tokens: 700, Estimate: 650,
		Holding: 1, Expectations: 4, Provenance: []string{"scripted", "stale"}}
	for _, tt := range []struct {
		name    string
		change  func(a, b *Later)
		effects map[string]float64
	}{
		{"all figures", func(a, b *Later) {}, map[string]float64{"rank": 0.5, "recall": 1, "expectations": 0.75,
			"calls": -2, "tokens": 200}},
		{"one side is estimated", func(a, b *Later) { b.Estimated = true }, map[string]float64{"rank": 0.5,
			"recall": 1, "expectations": 0.75, "calls": -2, "tokens": 150}},
		{"no right skill", func(a, b *Later) { a.Named, b.Named = 0, 0 }, map[string]float64{"expectations": 0.75,
			"calls": -2, "tokens": 200}},
		{"no expectation", func(a, b *Later) { a.Expectations, a.Holding = 0, 0 }, map[string]float64{"rank": 0.5,
			"recall": 1, "calls": -2, "tokens": 200}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := *with, *without
			tt.change(&a, &b)
			known := map[string]Metric{}
			for _, m := range Metrics() {
				known[m.Name] = m
			}
			got, sums := map[string]float64{}, map[string]float64{}
			for _, s := range Effect(&a, &b) {
				m, ok := known[s.Name()]
				if !ok || m.Unit != s.Unit || s.Value < m.Least || s.Value > m.Most {
					t.Errorf("%s is %v %s, and the metric %+v", s.Name(), s.Value, s.Unit, m)
				}
				if d := cmp.Diff([]string{"scripted", "stale"}, s.Provenance); d != "" {
					t.Errorf("%s rests on (-want +got):\n%s", s.Name(), d)
				}
				for _, name := range EffectMetrics() {
					switch s.Metric {
					case effectOf + name:
						got[name] = s.Value
					case withIt + name:
						sums[name] += s.Value
					case withoutIt + name:
						sums[name] -= s.Value
					}
				}
			}
			if d := cmp.Diff(tt.effects, got); d != "" {
				t.Errorf("effects (-want +got):\n%s", d)
			}
			if d := cmp.Diff(got, sums); d != "" {
				t.Errorf("with minus without (-want +got):\n%s", d)
			}
		})
	}
}
