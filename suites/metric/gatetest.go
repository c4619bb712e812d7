package metric

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/paired"
)

// test evaluates a gate with a margin in percentage points: it holds only if the whole interval of the difference is on
// the right side of the margin.
func (g Gate) test(m Measured) Verdict {
	v := Verdict{Suite: g.Suite, Gate: g.Text, Measure: g.Measure, Want: g.Text[strings.IndexAny(g.Text, "<>"):]}
	e, found := m.Pairs[g.Measure]
	if !found {
		v.Got = "no case has measured it in both runs"
		return v
	}
	side, cases := e.Against(round(g.Bound))
	right := paired.Below
	if g.Least {
		right = paired.Above
	}
	v.Holds, v.Open, v.Needed = side == right, side == paired.Open, cases
	v.Got = fmt.Sprintf("%s, 95%% %s…%s", points(e.Difference), points(e.Interval.Low), points(e.Interval.High))
	v.Basis = wording.Number(e.Cases, "case")
	if e.Groups < e.Cases {
		v.Basis += " in " + wording.Number(e.Groups, "group")
	}
	return v
}

// points prints a difference in percentage points.
func points(difference float64) string {
	text := decimals(100*difference, 1)
	if difference > 0 {
		text = "+" + text
	}
	return text + "pp"
}
