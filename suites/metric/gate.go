package metric

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/paired"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Gate is a bound on a measure: routing.accuracy >= 0.9, or against an older run, tokens.growth <= 5%,
// skills.f1 >= baseline - 0.02.
type Gate struct {
	Text    string // as it was written
	Suite   string // to which it applies; empty: the whole run
	Measure string
	Least   bool // a lower bound; else an upper one
	Bound   float64
	Percent bool   // the bound is written in percent
	Points  bool   // the bound is a margin in percentage points, against which the difference is tested
	Against Factor // how the baseline enters the bound

	Figure *pipeline.Figure // of a system; nil: every system has the measure
}

// Factor says how a bound depends on the baseline's value.
type Factor uint8

// The factors: none, baseline + bound, baseline * bound.
const (
	Absolute Factor = iota
	PlusBaseline
	TimesBaseline
)

// Verdict is the result of a gate.
type Verdict struct {
	Suite   string `json:"suite"` // empty: the whole run
	Gate    string `json:"gate"`  // as it was written
	Measure string `json:"measure"`
	Want    string `json:"want"`
	Got     string `json:"got"`
	Holds   bool   `json:"holds"`
	Dropped bool   `json:"dropped,omitempty"` // by --no-gate: not evaluated
	First   string `json:"first,omitempty"`   // suite/case, and the path of the call, to look at first
	Reason  string `json:"reason,omitempty"`  // of the case to look at
	Basis   string `json:"basis,omitempty"`   // what was compared or counted: 35 of 40 calls, 9 prompts and 2 forms

	Baseline string `json:"baseline,omitempty"` // its value, if the gate compares with it

	// Undecided is the number of cases that did not finish: the gate holds without them, but might fail with them.
	Undecided int `json:"undecided,omitempty"`

	Open   bool `json:"open,omitempty"`         // a test against a margin: the interval holds it
	Needed int  `json:"cases_needed,omitempty"` // how many cases would decide that; 0: unknown
	Point  bool `json:"point,omitempty"`        // two numbers of runs that asked a model were compared, not tested
}

// DefaultGates returns the built-in gates. In CI an answer recorded for another request fails the run. If a server
// answers, no gate is on prompts.
func DefaultGates(ci, live bool) []Gate {
	expectations := Gate{Text: gateExpectations, Measure: gateExpectations}
	if live {
		return []Gate{expectations, {Text: ServerFailures, Measure: ServerFailures}}
	}
	gates := []Gate{{Text: gateGoldens, Measure: gateGoldens}, expectations, {Text: Uncompared, Measure: Uncompared}}
	if ci {
		gates = append(gates, Gate{Text: Stale, Measure: Stale})
	}
	return gates
}

// OrphanGate returns the gate of a run in CI that looks for orphans: a file that no suite claims fails it.
func OrphanGate() Gate { return Gate{Text: gateOrphans, Measure: gateOrphans} }

// NotDrivenGate returns the gate of a run in CI that leaves out a suite which something else drives: a golden that was
// not compared fails it.
func NotDrivenGate() Gate { return Gate{Text: NotDriven, Measure: NotDriven} }

// FaultsGate returns the gate of a run with a suite that has a matrix of faults.
func FaultsGate() Gate { return Gate{Text: Faults, Measure: Faults} }

// NeedsBaseline reports whether a gate compares with an older run.
func (g Gate) NeedsBaseline() bool { return g.Against != Absolute || g.NeedsCalls() }

// NeedsCalls reports whether a gate compares call by call.
func (g Gate) NeedsCalls() bool {
	return strings.HasPrefix(g.Measure, "tokens.growth") || strings.HasPrefix(g.Measure, "latency.ratio")
}

// reach returns the reach of the gate's measure.
func (g Gate) reach() reach {
	if g.Figure == nil {
		return reachOf(g.Measure)
	}
	m := ofFigure(*g.Figure)
	return reach{m.Unit, m.Least, m.Most}
}

// measureOf returns the gate's measure among others; found is false if it is not there.
func (g Gate) measureOf(all []Measure) (m Measure, found bool) {
	m, found = measureOf(all, g.Measure)
	if !found {
		m.Unit = g.reach().unit
	}
	return m, found
}

// evaluate evaluates the gate on what was measured.
func (g Gate) evaluate(m Measured) Verdict {
	v := g.compare(m)
	if v.Holds && m.Errors > 0 {
		v.Holds, v.Undecided, v.First = false, m.Errors, m.lost.at
	}
	return v
}

// compare does so for the finished cases.
func (g Gate) compare(m Measured) Verdict {
	if g.Points {
		return g.test(m)
	}
	v := Verdict{Suite: g.Suite, Gate: g.Text, Measure: g.Measure}
	measures := m.Now
	if g.Against != Absolute {
		measures = m.Shared
	}
	now, found := g.measureOf(measures)
	value, bound, basis, problem := g.sides(now, m)
	v.Want, v.Got = now.apart(bound, value, g.Percent)
	if v.Want = g.sign() + " " + v.Want; bound == 0 && !g.Least && now.Unit == score.Count {
		v.Want = "0"
	}
	switch {
	case problem != "":
		v.Want, v.Got = g.Text[strings.IndexAny(g.Text, "<>"):], problem
		return v
	case !found || !now.measured():
		v.Got = "no case has measured it"
		return v
	case now.Unmeasured > 0:
		v.Got = fmt.Sprintf("%d of %d could not be measured", now.Unmeasured, now.Scores+now.Unmeasured)
		v.First, v.Reason = now.lost.at, now.lost.reason
		return v
	}
	v.Basis, v.Point = basis, m.Live && g.Against != Absolute
	worst := now.high
	if v.Holds = value <= bound; g.Least {
		v.Holds, worst = value >= bound, now.low
	}
	if !v.Holds {
		v.First, v.Reason = worst.at, worst.reason
	}
	return v
}

// sides returns the value and the bound that the gate compares, and their basis. Against the baseline both are counted
// or both estimated; problem says why the baseline has nothing to compare with.
func (g Gate) sides(now Measure, m Measured) (value, bound float64, basis, problem string) {
	if g.Against == Absolute {
		return round(now.Value), round(g.Bound), now.basis, ""
	}
	before, found := g.measureOf(m.Before)
	switch {
	case !found || !before.measured():
		return 0, 0, "", "the baseline has not measured it"
	case before.Unmeasured > 0:
		of := before.Scores + before.Unmeasured
		return 0, 0, "", fmt.Sprintf("the baseline could not measure %d of %d", before.Unmeasured, of)
	case now.Estimated == 0 && before.Estimated == 0:
		return round(now.Value), g.bound(before.Value), "", ""
	case before.Estimate == 0 && before.Value != 0:
		return 0, 0, "", "the baseline has counted the tokens, and has no estimate to compare with"
	}
	return round(now.Estimate), g.bound(before.Estimate), "estimated on both sides", ""
}

func (g Gate) sign() string {
	if g.Least {
		return ">="
	}
	return "<="
}

// bound returns the number to compare with, where the baseline has this value.
func (g Gate) bound(before float64) float64 {
	if g.Against == TimesBaseline {
		return round(before * g.Bound)
	}
	return round(before + g.Bound)
}

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
