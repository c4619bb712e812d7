package metric

import (
	"fmt"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// addPrefixes counts the calls of a case that have an earlier one of their stage.
func (t *Tally) addPrefixes(r *result.Result, at string) {
	for s := range r.Trace.Own() {
		c := s.Call
		if c == nil || c.Prefix == nil || c.Prefix.End.Why == "" {
			continue
		}
		p := c.Prefix
		where := example{at: below(at, c.Path), value: score.Ratio(p.Tokens, c.Estimates.Prompt), set: true}
		where.reason = fmt.Sprintf("it shares %d of %d tokens with %s", p.Tokens, c.Estimates.Prompt, p.Of)
		one := &prefixSum{calls: 1, tokens: c.Estimates.Prompt, kept: p.Tokens, most: p.Most, least: where}
		if p.Broken() {
			one.breaks, one.broken = 1, where
			one.broken.reason += ", up to " + PlaceOf(&p.End)
		}
		t.prefixOf(c.Stage).add(one)
	}
}

// PlaceOf names the place at which a prefix ends: the file and line that print the text there, and its section.
func PlaceOf(end *trace.PrefixEnd) string {
	place := string(end.Source.Kind)
	switch {
	case end.Why == trace.EndParameters:
		return "another model or schema"
	case end.Source.Name != "" && end.Line > 0:
		place = fmt.Sprintf("%s:%d", end.Source.Name, end.Line)
	case end.Source.Name != "" || end.Source.Define != "":
		place = end.Source.String()
	}
	if end.Section != "" {
		place += " › " + end.Section
	}
	return place
}

func (t *Tally) prefixOf(stage string) *prefixSum {
	s := t.prefixes[stage]
	if s == nil {
		s = &prefixSum{}
		t.prefixes[stage] = s
	}
	return s
}

// ofPrefixes returns the measures of prefixes: of all stages, and by stage.
func (t *Tally) ofPrefixes() []Measure {
	var all []Measure
	total := &prefixSum{}
	for _, stage := range slices.Sorted(maps.Keys(t.prefixes)) {
		all = append(all, t.prefixes[stage].measures("["+stage+"]")...)
		total.add(t.prefixes[stage])
	}
	if total.calls > 0 {
		all = append(all, total.measures("")...)
	}
	return all
}
