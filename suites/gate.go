package suites

import (
	"fmt"
	"math"
	"strings"
)

// Gate is a bound on a measure: routing.accuracy >= 0.9, or against an older run, tokens.growth <= 5%,
// skills.f1 >= baseline - 0.02.
type Gate struct {
	Text    string // as it was written
	Suite   string // that it is about; empty: all of the run
	Measure string
	Least   bool // the bound is the least that will do; else the most
	Bound   float64
	Percent bool   // the bound is written in percent
	Against Factor // how the baseline enters the bound
}

// Factor says how a bound is made of the baseline's value.
type Factor uint8

// The factors: none, baseline + bound, baseline * bound.
const (
	Absolute Factor = iota
	PlusBaseline
	TimesBaseline
)

// Verdict is what became of a gate.
type Verdict struct {
	Suite   string `json:"suite"` // empty: all of the run
	Gate    string `json:"gate"`  // as it was written
	Measure string `json:"measure"`
	Want    string `json:"want"`
	Got     string `json:"got"`
	Holds   bool   `json:"holds"`
	Dropped bool   `json:"dropped,omitempty"` // by --no-gate: it was not looked at
	First   string `json:"first,omitempty"`   // suite/case, and the path of the call, to look at first
	Reason  string `json:"reason,omitempty"`  // of the case to look at
}

// Built-in gates, which hold for every run.
const (
	gateGoldens      = "goldens"
	gateExpectations = "expectations"
	gateStale        = "stale"
	gateOrphans      = "orphans"
)

// defaultGates are those that nobody has to ask for. In CI an answer that was recorded for another request fails the run.
func defaultGates(ci bool) []Gate {
	gates := []Gate{{Text: gateGoldens, Measure: gateGoldens}, {Text: gateExpectations, Measure: gateExpectations}}
	if ci {
		gates = append(gates, Gate{Text: gateStale, Measure: gateStale})
	}
	return gates
}

// OrphanGate holds for a run in CI that looks for orphans: a file that no suite claims fails it.
func OrphanGate() Gate { return Gate{Text: gateOrphans, Measure: gateOrphans} }

// NeedsBaseline says whether a gate compares with an older run.
func (g Gate) NeedsBaseline() bool { return g.Against != Absolute || g.NeedsCalls() }

// NeedsCalls says whether a gate compares call by call.
func (g Gate) NeedsCalls() bool {
	return strings.HasPrefix(g.Measure, "tokens.growth") || strings.HasPrefix(g.Measure, "latency.ratio")
}

// judge holds the gate against what was measured. base may be nil when the gate needs none.
func (g Gate) judge(measures []Measure, base []Measure) Verdict {
	v := Verdict{Suite: g.Suite, Gate: g.Text, Measure: g.Measure}
	bound, ok := g.bound(base)
	m, found := measureOf(measures, g.Measure)
	if v.Want = g.sign() + " " + m.format(bound, g.Percent); bound == 0 && !g.Least && m.Unit == Count {
		v.Want = "0"
	}
	switch {
	case !ok:
		v.Want, v.Got = g.Text[strings.IndexAny(g.Text, "<>"):], "the baseline has not measured it"
		return v
	case !found || m.Scores+m.Unmeasured == 0:
		v.Got = "no case has measured it"
		return v
	case m.Unmeasured > 0:
		v.Got = fmt.Sprintf("%d of %d could not be measured", m.Unmeasured, m.Scores+m.Unmeasured)
		v.First, v.Reason = m.lost.at, m.lost.reason
		return v
	}
	v.Got = m.format(m.Value, g.Percent)
	value, worst := round(m.Value), m.high
	if v.Holds = value <= bound; g.Least {
		v.Holds, worst = value >= bound, m.low
	}
	if !v.Holds {
		v.First, v.Reason = worst.at, worst.reason
	}
	return v
}

func (g Gate) sign() string {
	if g.Least {
		return ">="
	}
	return "<="
}

// round takes away what arithmetic adds: 1.1 - 1 is 0.1.
func round(value float64) float64 { return math.Round(value*1e9) / 1e9 }

// bound is the number to compare with.
func (g Gate) bound(base []Measure) (bound float64, ok bool) {
	if g.Against == Absolute {
		return round(g.Bound), true
	}
	m, found := measureOf(base, g.Measure)
	if !found || m.Scores == 0 {
		return 0, false
	}
	bound = m.Value + g.Bound
	if g.Against == TimesBaseline {
		bound = m.Value * g.Bound
	}
	return round(bound), true
}
