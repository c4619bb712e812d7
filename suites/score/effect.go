package score

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Later sums up the turns of a case from its first published draft on, or the same turns of its twin, which has not
// learned anything.
type Later struct {
	Case   string
	TwinOf string // id of the case; empty: it is the case

	Turns                 int
	Named                 int     // expectations and labels of skills
	Ranks, Recalls        float64 // sums over them: a run that found or chose nothing has 0
	Calls                 int
	Tokens, Estimate      int // of the prompts
	Estimated             bool
	Holding, Expectations int
	Provenance            []string
}

// LaterOf returns the figures of a finished case; nil if it has no twin and is none.
func LaterOf(c *fixtures.Case, t *trace.Trace, scores []Score) *Later {
	if c.Learning == nil {
		return nil
	}
	l := &Later{Case: c.ID, TwinOf: c.TwinOf(), Provenance: trace.NewProvenanceIndex(t).Behind("")}
	places := l.addTurns(c)
	for _, s := range scores {
		if places[s.Turn] {
			l.addScore(&s)
		}
	}
	for _, s := range t.Steps {
		turn, _, _ := strings.Cut(s.Path, "/")
		if s.Call != nil && places[turn] {
			l.Calls++
			l.Tokens += s.Call.Tokens.Prompt
			l.Estimate += s.Call.Estimates.Prompt
			l.Estimated = l.Estimated || s.Call.Tokens.Estimated > 0
		}
	}
	return l
}

// addTurns counts the later turns and the skills that they name, and returns their places.
func (l *Later) addTurns(c *fixtures.Case) map[string]bool {
	places, later := map[string]bool{}, c.FromPublication()
	l.Turns = len(later)
	for i, turn := range c.AllTurns() {
		if !slices.Contains(later, turn) {
			continue
		}
		place := fixtures.TurnPlace(i)
		if turn == c.End {
			place = fixtures.EndPlace
		}
		places[place] = true
		for _, e := range []*expect.Turn{turn.Expect, turn.Labels} {
			if e != nil && e.Skills != nil && len(e.Skills.Names) > 0 {
				l.Named++
			}
		}
	}
	return places
}

func (l *Later) addScore(s *Score) {
	switch s.Name() {
	case "retrieval.mrr":
		l.Ranks += s.Value
	case "skills.recall":
		l.Recalls += s.Value
	}
	if s.Expected {
		l.Expectations++
		if s.Holds {
			l.Holding++
		}
	}
}

// figure is one figure of turns, with and without what was learned.
type figure struct {
	metric        string
	unit          Unit
	with, without float64
}

// figures compares the sums of a case with those of its twin. Tokens are compared count with count or, if any is
// estimated, estimate with estimate. Without named skills there is neither rank nor recall.
func figures(with, without *Later) []figure {
	tokens := figure{"tokens", TokenCount, float64(with.Tokens), float64(without.Tokens)}
	if with.Estimated || without.Estimated {
		tokens.with, tokens.without = float64(with.Estimate), float64(without.Estimate)
	}
	all := []figure{{"calls", Count, float64(with.Calls), float64(without.Calls)}, tokens}
	if with.Expectations > 0 && without.Expectations > 0 {
		all = append(all, figure{"expectations", Share, Ratio(with.Holding, with.Expectations),
			Ratio(without.Holding, without.Expectations)})
	}
	if n := float64(with.Named); n > 0 {
		all = append(all, figure{"rank", Share, with.Ranks / n, without.Ranks / n},
			figure{"recall", Share, with.Recalls / n, without.Recalls / n})
	}
	return all
}

// Effect compares a case with its twin: each figure with what was learned, without it, and the difference. No score
// fails a case; gates can use them.
func Effect(with, without *Later) []Score {
	var all []Score
	provenance := slices.Compact(slices.Sorted(slices.Values(slices.Concat(with.Provenance, without.Provenance))))
	for _, f := range figures(with, without) {
		number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
		reason := fmt.Sprintf("%s with what was learned, %s without, over %s", number(f.with), number(f.without),
			wording.Number(with.Turns, "turn"))
		estimated := f.unit == TokenCount && (with.Estimated || without.Estimated)
		for _, of := range []struct {
			name  string
			value float64
		}{{effectOf, f.with - f.without}, {withIt, f.with}, {withoutIt, f.without}} {
			s := share("learning."+of.name+f.metric, "", of.value, reason)
			if s.Unit, s.Provenance, s.Estimated = f.unit, provenance, estimated; f.unit == TokenCount {
				s.Estimate = of.value
			}
			all = append(all, s)
		}
	}
	return all
}

// The beginnings of the metrics of an effect.
const (
	effectOf  = "effect."
	withIt    = "with."
	withoutIt = "without."
)

// EffectMetrics returns the names of what Effect compares, in the order of tables.
func EffectMetrics() []string { return []string{"rank", "recall", "expectations", "calls", "tokens"} }

// effectMetrics returns the metrics of Effect.
func effectMetrics() []Metric {
	var all []Metric
	for _, name := range EffectMetrics() {
		m := Metric{Unit: Share, Most: 1}
		switch name {
		case "calls":
			m.Unit, m.Most = Count, math.Inf(1)
		case "tokens":
			m.Unit, m.Most = TokenCount, math.Inf(1)
		}
		for _, of := range []string{effectOf, withIt, withoutIt} {
			if m.Name, m.Least = "learning."+of+name, 0; of == effectOf {
				m.Least = -m.Most
			}
			all = append(all, m)
		}
	}
	return all
}
