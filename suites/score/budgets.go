package score

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Budgets are the estimated tokens that a prompt may have: by stage, then by a glob over its sections, or total.
type Budgets map[string]map[string]int

// budgetTotal is the key of the whole prompt.
const budgetTotal = "total"

// budgetOver is the metric of calls over a budget.
const budgetOver = "over"

// Check validates what types cannot express of the budgets, whose node is n.
func (b Budgets) Check(n *strict.Node, v trace.Vocabulary) error {
	for _, stage := range slices.Sorted(maps.Keys(b)) {
		if err := v.Caller(stage); err != nil {
			return n.Get(stage).Errorf("budgets: %w", err)
		}
		for section, most := range b[stage] {
			if err := filter.Check([]string{section}); err != nil {
				return n.Get(stage).Errorf("budgets: %w", err)
			}
			if most < 1 {
				return n.Get(stage).Get(section).Errorf("budgets: want 1 token or more for %s, got %d", section, most)
			}
		}
	}
	return nil
}

// Gates returns a gate for each budget: no call may be over it, and a section that no call has fails it too.
func (b Budgets) Gates() []string {
	var all []string
	for _, stage := range slices.Sorted(maps.Keys(b)) {
		for _, section := range slices.Sorted(maps.Keys(b[stage])) {
			all = append(all, fmt.Sprintf("budget.%s[%s:%s] <= 0", budgetOver, stage, section))
		}
	}
	return all
}

// measure counts, for each budget that a call of the case concerns, the calls that are over it.
func (b Budgets) measure(scores []Score, t *trace.Trace) []Score {
	for _, stage := range slices.Sorted(maps.Keys(b)) {
		for _, section := range slices.Sorted(maps.Keys(b[stage])) {
			if s, ok := measureBudget(t, stage, section, b[stage][section]); ok {
				scores = append(scores, s)
			}
		}
	}
	return scores
}

// measureBudget measures one budget; ok is false if no call of the case has such a section.
func measureBudget(t *trace.Trace, stage, section string, most int) (s Score, ok bool) {
	s = Score{Scorer: "budget", Metric: budgetOver, Facet: stage + ":" + section, Unit: Count}
	worst := 0
	for step := range t.Own() {
		c := step.Call
		if c == nil || c.Stage != stage {
			continue
		}
		n, source := sectionTokens(c, section)
		if section == budgetTotal {
			n = c.Estimates.Prompt
		} else if n == 0 {
			continue
		}
		ok = true
		if n > most {
			s.Value++
		}
		if n > worst {
			worst, s.Path = n, c.Path
			s.Reason = fmt.Sprintf("%s of %s has about %d tokens of %d", section, stage, n, most)
			if source != "" {
				s.Reason += ", most of them from " + source
			}
		}
	}
	return s, ok
}

// sectionTokens estimates the sections of a prompt that match a glob, the whole prompt if it is total, and names the
// source of the most bytes of them.
func sectionTokens(c *trace.Call, section string) (tokens int, source string) {
	var sizes []pipeline.SourceSize
	for i := range c.Request.Messages {
		for j := range c.Request.Messages[i].Sections {
			s := &c.Request.Messages[i].Sections[j]
			if section != budgetTotal && !filter.Matches([]string{section}, s.Name) {
				continue
			}
			tokens += pipeline.EstimateTokens(s.Text)
			sizes = s.Pieces().AppendSizes(sizes)
		}
	}
	bytes := map[string]int{}
	for _, of := range sizes {
		name := of.Source.String()
		if bytes[name] += of.Bytes; source == "" || cmp.Compare(bytes[name], bytes[source]) > 0 {
			source = name
		}
	}
	return tokens, source
}
