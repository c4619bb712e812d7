package metric

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/paired"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Measures that say how far a judge can be trusted, by the name of its rubric: each compares its verdicts with the labels
// of people.
const (
	kappaName = "judge.kappa" // Cohen's: agreement beyond what chance would give
	tprName   = "judge.tpr"   // of the replies that people pass: how many the judge passes
	tnrName   = "judge.tnr"   // of those that people fail: how many it fails
)

// LeastLabels is how many labels a judge needs before a gate can be on it. From 50, an agreement of 90% is known to be
// above 79%.
const LeastLabels = 50

// Judge returns the name of the rubric that a gate is about; empty: of all judges. is says that it is about any.
func (g Gate) Judge() (rubric string, is bool) {
	name, by, _ := facet(g.Measure)
	_, calibrates := score.Find([]score.Metric{{Name: score.Agreement}, {Name: kappaName}, {Name: tprName},
		{Name: tnrName}}, name)
	of, is := strings.CutPrefix(name, score.JudgePrefix)
	if calibrates {
		of = by
	}
	return of, is
}

// CheckLabels returns an error if a gate is on a judge that too few labels show to be right.
func (g Gate) CheckLabels(labels int) error {
	rubric, is := g.Judge()
	if !is || labels >= LeastLabels {
		return nil
	}
	which := "a judge"
	if rubric != "" {
		which = fmt.Sprintf("the judge %q", rubric)
	}
	return fmt.Errorf("gate %q: %s has %s of people, and a gate needs %d: add `labels: {judge: {NAME: true}}`, or false, "+
		"to turns with this judge", g.Text, which, wording.Number(labels, "label"), LeastLabels)
}

// onLabels returns the verdict of a gate on the cases of two runs: if it is on a judge, and few of these have a label, it
// does not hold.
func (g Gate) onLabels(v Verdict, m Measured) Verdict {
	rubric, is := g.Judge()
	if !is || v.Dropped {
		return v
	}
	name := score.Agreement
	if rubric != "" {
		name += "[" + rubric + "]"
	}
	of, _ := measureOf(m.Shared, name)
	if of.Scores >= LeastLabels {
		return v
	}
	return Verdict{Suite: v.Suite, Gate: v.Gate, Measure: v.Measure, Want: v.Want,
		Got: fmt.Sprintf("%s of people, and a gate on a judge needs %d", wording.Number(of.Scores, "label"), LeastLabels)}
}

// addVerdict counts a verdict that was compared with a label.
func (t *Tally) addVerdict(s *score.Score, at string) {
	c := t.judges[s.Facet]
	if c == nil {
		if len(t.judges) == maxBy {
			return
		}
		c = newConfusion()
		t.judges[s.Facet] = c
	}
	c.add(s.Want, s.Got, s.Holds, at)
}

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

// labelled returns a share, k of n labels, with Wilson's interval.
func (m Measure) labelled(k, n int) Measure {
	i := paired.Wilson(k, n)
	m.Interval = &[2]float64{i.Low, i.High}
	m.basis = fmt.Sprintf("%s, 95%% %.3f…%.3f", wording.Number(n, "label"), i.Low, i.High)
	return m
}
