package suites

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"time"
)

// CallSizes are the prompt tokens and the recorded time of each call of an older run, by suite, case and path: 16 bytes a call.
type CallSizes struct {
	rows []callSize
}

type callSize struct {
	key    uint64
	tokens uint32
	micros uint32
}

// NewCallSizes makes room for so many calls.
func NewCallSizes(calls int) *CallSizes { return &CallSizes{make([]callSize, 0, calls)} }

// Add takes one call.
func (c *CallSizes) Add(suite, id, path string, tokens int, took time.Duration) {
	c.rows = append(c.rows, callSize{
		callKey(suite, id, path), uint32(min(tokens, math.MaxUint32)), uint32(min(took.Microseconds(), math.MaxUint32)),
	})
}

// Sort ends the adding.
func (c *CallSizes) Sort() {
	slices.SortFunc(c.rows, func(a, b callSize) int { return cmp.Compare(a.key, b.key) })
}

func (c *CallSizes) find(key uint64) (callSize, bool) {
	i, ok := slices.BinarySearchFunc(c.rows, key, func(r callSize, key uint64) int { return cmp.Compare(r.key, key) })
	if !ok {
		return callSize{}, false
	}
	return c.rows[i], true
}

func callKey(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(p)) // never fails
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// growth compares the calls of a run with those of the same suite, case and path in an older one.
type growth struct {
	base   *CallSizes
	all    grown
	stages map[string]*grown
	worst  spot // the call that has grown most
	shared int
}

// grown sums up calls that both runs have.
type grown struct {
	calls            int
	tokens, before   int
	timed            int
	took, tookBefore time.Duration
	worst            spot
}

func newGrowth(base *CallSizes) *growth { return &growth{base: base, stages: map[string]*grown{}} }

func (g *growth) add(r *Result, c *Call, at string) {
	old, ok := g.base.find(callKey(r.Suite, r.Case, c.Path))
	if !ok {
		return
	}
	g.shared++
	if g.stages[c.Stage] == nil {
		g.stages[c.Stage] = &grown{}
	}
	by := ratio(c.Tokens.Prompt, max(int(old.tokens), 1)) - 1
	where := spot{at, fmt.Sprintf("%d tokens, %d before", c.Tokens.Prompt, old.tokens), by, true}
	g.worst.take(where, by > g.worst.value)
	for _, s := range []*grown{&g.all, g.stages[c.Stage]} {
		s.add(c, old, where)
	}
}

func (s *grown) add(c *Call, old callSize, where spot) {
	s.calls++
	s.tokens += c.Tokens.Prompt
	s.before += int(old.tokens)
	s.worst.take(where, where.value > s.worst.value)
	if c.Response.Duration > 0 && old.micros > 0 {
		s.timed++
		s.took += c.Response.Duration
		s.tookBefore += time.Duration(old.micros) * time.Microsecond
	}
}

func (g *growth) merge(o *growth) {
	g.shared += o.shared
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
	s.calls, s.tokens, s.before = s.calls+o.calls, s.tokens+o.tokens, s.before+o.before
	s.timed, s.took, s.tookBefore = s.timed+o.timed, s.took+o.took, s.tookBefore+o.tookBefore
	s.worst.take(o.worst, o.worst.value > s.worst.value)
}

func (g *growth) measures() []Measure {
	if g.shared == 0 {
		return nil
	}
	all := g.all.measures("")
	all = append(all, Measure{Name: "tokens.growth[call]", Unit: Share, Value: g.worst.value, Scores: g.shared, low: g.worst, high: g.worst})
	for stage, s := range g.stages {
		all = append(all, s.measures("["+stage+"]")...)
	}
	return all
}

func (s *grown) measures(by string) []Measure {
	all := []Measure{{Name: "tokens.growth" + by, Unit: Share, Value: ratio(s.tokens, max(s.before, 1)) - 1, Scores: s.calls, low: s.worst, high: s.worst}}
	if s.timed > 0 {
		all = append(all, Measure{Name: "latency.ratio" + by, Unit: Share, Value: float64(s.took) / float64(s.tookBefore), Scores: s.timed})
	}
	return all
}
