package metric

import (
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Measures that say how far a judge can be trusted, by the name of its rubric: each compares its verdicts with the
// labels of people.
const (
	kappaName = "judge.kappa" // Cohen's: agreement beyond what chance would give
	tprName   = "judge.tpr"   // of the replies that people pass: how many the judge passes
	tnrName   = "judge.tnr"   // of those that people fail: how many it fails
)

func (t *Tally) mergeVerdicts(o *Tally) {
	for _, rubric := range slices.Sorted(maps.Keys(o.judges)) {
		if t.judges[rubric] == nil {
			t.judges[rubric] = newConfusion()
		}
		t.judges[rubric].merge(o.judges[rubric])
	}
}

// calibrations returns the measures of all judges with labels, besides their agreement. What cannot be known, such as
// the rate of passed replies if people have passed none, is left out.
func (t *Tally) calibrations() []Measure {
	var all []Measure
	for _, rubric := range slices.Sorted(maps.Keys(t.judges)) {
		c := t.judges[rubric]
		by := "[" + rubric + "]"
		passed, missed := c.Count(score.Pass, score.Pass), c.Count(score.Pass, score.Fail)
		failed, let := c.Count(score.Fail, score.Fail), c.Count(score.Fail, score.Pass)
		if kappa, known := kappa(passed, missed, let, failed); known {
			all = append(all, Measure{Name: kappaName + by, Unit: score.Similarity, Value: kappa,
				Scores: passed + missed + let + failed})
		}
		for _, r := range []struct {
			name, label string
			hit, of     int
		}{{tnrName, score.Fail, failed, failed + let}, {tprName, score.Pass, passed, passed + missed}} {
			if r.of > 0 {
				_, _, _, worst := c.of(r.label)
				m := rate(r.name+by, r.hit, r.of, worst)
				all = append(all, m.labelled(r.hit, r.of))
			}
		}
	}
	return all
}

// kappa returns Cohen's kappa of a judge and a person, from how often both pass, only the person, only the judge, and
// neither. It is unknown if both always say the same word.
func kappa(both, person, judge, neither int) (value float64, known bool) {
	n := float64(both + person + judge + neither)
	agree := float64(both+neither) / n
	chance := (float64(both+person)*float64(both+judge) + float64(neither+judge)*float64(neither+person)) / (n * n)
	if n == 0 || chance == 1 {
		return 0, false
	}
	return (agree - chance) / (1 - chance), true
}
