package metric

import (
	"fmt"
	"math"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/paired"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Both is one unit in two runs. One of them is nil if only the other run has measured it.
type Both struct{ A, B *Unit }

// Match returns the units of a case in two runs, in the order of the first one.
func Match(a, b []Unit) []Both {
	var all []Both
	taken := make([]bool, len(b))
	for i := range a {
		both := Both{A: &a[i]}
		for j := range b {
			if !taken[j] && a[i].Metric == b[j].Metric && a[i].Turn == b[j].Turn {
				both.B, taken[j] = &b[j], true
				break
			}
		}
		all = append(all, both)
	}
	for j := range b {
		if !taken[j] {
			all = append(all, Both{B: &b[j]})
		}
	}
	return all
}

// Pairs collects the units that two runs have measured, by metric.
type Pairs struct {
	of      func(measure string) bool
	samples map[string]*paired.Sample
}

// NewPairs returns an empty collection of the metrics that a function chooses.
func NewPairs(of func(measure string) bool) *Pairs {
	return &Pairs{of: of, samples: map[string]*paired.Sample{}}
}

// Add adds the units of one case.
func (p *Pairs) Add(group uint64, all []Both) {
	pairs, bounded := map[string][]paired.Pair{}, map[string]bool{}
	for _, both := range all {
		if both.A == nil || both.B == nil || !p.of(both.A.Metric) {
			continue
		}
		name := both.A.Metric
		pairs[name] = append(pairs[name], paired.Pair{A: both.A.Value, B: both.B.Value})
		bounded[name] = both.A.Kind == score.Share
	}
	for name, of := range pairs {
		if p.samples[name] == nil {
			p.samples[name] = paired.NewSample(bounded[name])
		}
		p.samples[name].AddCase(group, of...)
	}
}

// Estimates returns what the pairs of each metric say.
func (p *Pairs) Estimates() map[string]paired.Estimate {
	all := map[string]paired.Estimate{}
	for name, s := range p.samples {
		all[name] = s.Estimate()
	}
	return all
}

// CheckPaired returns an error if two runs cannot be compared by a metric unit by unit.
func CheckPaired(measure string) error {
	name, _, _ := facet(measure)
	scored := []string{Cases}
	for _, m := range score.Metrics() {
		scored = append(scored, m.Name)
	}
	if _, known := score.Find(score.Metrics(), name); known || name == Cases {
		return nil
	}
	hint := "; docs/scores.md lists those that one has"
	if near := wording.Nearest(name, scored); near != "" {
		hint = " (nearest: " + near + ")"
	}
	return fmt.Errorf("no case has the metric %q by itself%s", measure, hint)
}

// MoreIsBetter reports whether the higher value of a metric is the better one. It is of shares; of what has no upper
// limit, such as counts, tokens, times and money, less is better.
func MoreIsBetter(measure string) bool {
	name, _, _ := facet(measure)
	m, known := find(name)
	return !known || !math.IsInf(m.Most, 1)
}

// InPairs reports whether a metric is a share of units, which a test can compare: neither a sum nor, like a macro-F1,
// made of many cases.
func InPairs(measure string) bool {
	name, _, _ := facet(measure)
	m, known := score.Find(score.Metrics(), name)
	return name == Cases || known && m.Unit == score.Share
}
