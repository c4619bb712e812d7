package metric

import (
	"fmt"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// growth compares the calls of a run with those of the same suite, case and path in an older one.
type growth struct {
	base   *CallSizes
	all    grown
	stages map[string]*grown
	worst  example // the call that has grown most
}

// grown sums up calls that both runs have.
type grown struct {
	calls            int // of the run
	compared         int // of them: with those of the older run
	tokens, before   int
	unknown          int // calls that only one run has counted, and the older one has not estimated
	timed            int
	took, tookBefore time.Duration
	worst, lost      example
}

// unknownSize is why a call cannot be compared.
const unknownSize = "one run has counted the prompt, the other has not, and the baseline has no estimate of it"

func newGrowth(base *CallSizes) *growth { return &growth{base: base, stages: map[string]*grown{}} }

func (g *growth) add(r *result.Result, c *trace.Call, at string) {
	if g.stages[c.Stage] == nil {
		g.stages[c.Stage] = &grown{}
	}
	sums := []*grown{&g.all, g.stages[c.Stage]}
	for _, s := range sums {
		s.calls++
	}
	old, ok := g.base.find(r.Suite, r.Case, c.Path)
	if !ok {
		return
	}
	now, before, ok := old.against(c)
	where := example{at: at, reason: unknownSize, set: true}
	if ok {
		by := score.Ratio(now, max(before, 1)) - 1
		where = example{at, fmt.Sprintf("%d tokens, %d before", now, before), by, true}
		g.worst.take(where, by > g.worst.value)
	}
	for _, s := range sums {
		s.addTime(c.Took(), old.took())
		if !ok {
			s.unknown++
			s.lost.take(where, false)
			continue
		}
		s.compared++
		s.tokens, s.before = s.tokens+now, s.before+before
		s.worst.take(where, where.value > s.worst.value)
	}
}

func (s *grown) addTime(took, before time.Duration) {
	if took > 0 && before > 0 {
		s.timed++
		s.took, s.tookBefore = s.took+took, s.tookBefore+before
	}
}

func (g *growth) merge(o *growth) {
	g.worst.take(o.worst, o.worst.value > g.worst.value)
	g.all.merge(&o.all)
	for stage, s := range o.stages {
		if g.stages[stage] == nil {
			g.stages[stage] = &grown{}
		}
		g.stages[stage].merge(s)
	}
}

func (s *grown) merge(o *grown) {
	s.calls, s.compared, s.unknown = s.calls+o.calls, s.compared+o.compared, s.unknown+o.unknown
	s.tokens, s.before = s.tokens+o.tokens, s.before+o.before
	s.timed, s.took, s.tookBefore = s.timed+o.timed, s.took+o.took, s.tookBefore+o.tookBefore
	s.worst.take(o.worst, o.worst.value > s.worst.value)
	s.lost.take(o.lost, false)
}

func (g *growth) measures() []Measure {
	all := g.all.measures("")
	if g.all.compared+g.all.unknown > 0 {
		call := g.all.measure("tokens.growth[call]", g.worst.value, g.all.compared)
		call.low, call.high, call.Unmeasured, call.lost = g.worst, g.worst, g.all.unknown, g.all.lost
		all = append(all, call)
	}
	for stage, s := range g.stages {
		all = append(all, s.measures("["+stage+"]")...)
	}
	return all
}

func (s *grown) measures(by string) []Measure {
	var all []Measure
	if s.compared+s.unknown > 0 {
		m := s.measure("tokens.growth"+by, score.Ratio(s.tokens, max(s.before, 1))-1, s.compared)
		m.low, m.high, m.Unmeasured, m.lost = s.worst, s.worst, s.unknown, s.lost
		all = append(all, m)
	}
	if s.timed > 0 {
		all = append(all, s.measure("latency.ratio"+by, float64(s.took)/float64(s.tookBefore), s.timed))
	}
	return all
}

// measure returns a measure of so many of the calls.
func (s *grown) measure(name string, value float64, compared int) Measure {
	of := fmt.Sprintf("%d of %s", compared, wording.Number(s.calls, "call"))
	return Measure{Name: name, Unit: score.Share, Value: value, Scores: compared, basis: of}
}
