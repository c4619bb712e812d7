package metric

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/score"
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
	return fmt.Errorf("gate %q: %s has %s of people, and a gate needs %d: add `labels: {judge: {NAME: true}}`, "+
		"or false, to turns with this judge", g.Text, which, wording.Number(labels, "label"), LeastLabels)
}

// onLabels returns the verdict of a gate on the cases of two runs: if it is on a judge, and few of these have a label,
// it does not hold.
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
		Got: fmt.Sprintf("%s of people, and a gate on a judge needs %d", wording.Number(of.Scores, "label"),
			LeastLabels)}
}
