package metric

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/suites/score"
)

// checkBound rejects a bound that can never fail or never hold, whatever the run and the baseline measure.
func (g Gate) checkBound() error {
	r := g.reach()
	low, high := g.bounds(r)
	fails, holds := high > r.least, low <= r.most
	if !g.Least {
		fails, holds = low < r.most, high >= r.least
	}
	what := "hold"
	switch {
	case fails && holds:
		return nil
	case !fails:
		what = "fail"
	}
	hint := ""
	if n := g.Bound; r.most == 1 && g.Against == Absolute && !g.Percent && n > 1 && n <= 100 {
		hint = fmt.Sprintf("; %g%% is written with its sign", n)
	}
	return fmt.Errorf("it can never %s: %s is %s%s", what, g.Measure, r, hint)
}

// bounds returns the lowest and the highest number with which the gate may compare.
func (g Gate) bounds(r reach) (low, high float64) {
	switch g.Against {
	case PlusBaseline:
		return round(r.least + g.Bound), round(r.most + g.Bound)
	case TimesBaseline:
		if factor := round(g.Bound); factor > 0 {
			return round(r.least * factor), round(r.most * factor)
		}
		return 0, 0
	}
	return round(g.Bound), round(g.Bound)
}

// checkUnit rejects a bound in a unit that the measure does not have.
func (g Gate) checkUnit(unit string) error {
	r := g.reach()
	switch timed := r.unit == score.Nanos && g.Against != TimesBaseline && (g.Against == Absolute || g.Bound != 0); {
	case unit == "%" && !r.unit.Averaged() && g.Against == PlusBaseline:
		return fmt.Errorf("a percentage of what? %s is not a share: want baseline * %g", g.Measure, round(1+g.Bound))
	case unit == "%" && !r.unit.Averaged() && g.Against == Absolute:
		return fmt.Errorf("a percentage of what? %s is not a share: want a number", g.Measure)
	case timed && unit != "s" && unit != "ms":
		return fmt.Errorf("%s is a time: want s or ms after the number", g.Measure)
	case !timed && (unit == "s" || unit == "ms"):
		return fmt.Errorf("%s is not a time: want a number without %s", g.Measure, unit)
	}
	return nil
}

// checkPoints rejects a margin in percentage points that nothing can be tested against.
func (g Gate) checkPoints() error {
	switch {
	case g.Against != PlusBaseline:
		return errors.New("pp are points of difference from the baseline: want baseline - 3pp")
	case !InPairs(g.Measure):
		return fmt.Errorf("pp need a share that each case has, such as %s or routing.accuracy: %s is none", Cases,
			g.Measure)
	}
	return nil
}

// Unit returns what the gate's measure counts.
func (g Gate) Unit() score.Unit { return g.reach().unit }
