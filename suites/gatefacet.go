package suites

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// facet is what stands in the brackets of a measure: fallbacks.rate[router:timeout].
func facet(measure string) (name, by string, ok bool) {
	name, by, ok = strings.Cut(measure, "[")
	return name, strings.TrimSuffix(by, "]"), ok
}

// checkFacet says why a gate's facet can never be measured: a stage, a reason or an action that the system does not
// have, or a measure that has no facets. What depends on the cases, such as a JSONPath, is not looked at.
func (v vocabulary) checkFacet(measure string) error {
	name, by, ok := facet(measure)
	if !ok {
		return nil
	}
	scorer, _, _ := strings.Cut(name, ".")
	switch {
	case name == "answer.json":
		return nil
	case name == rateName:
		return v.rated(by)
	case name == rejectedName:
		return errors.Join(v.rated(by), v.answered(by))
	case name == "turn.decision":
		return v.stage(by)
	case scorer == "cost":
		return v.caller(by)
	case scorer == "tokens" || scorer == "latency":
		if name == "tokens.growth" && by == "call" {
			return nil
		}
		return v.caller(by)
	case name == "routing.accuracy":
		return oneOfFacets(name, by, LabelHard, LabelSoft)
	case name == "routing.macro_f1":
		return oneOfFacets(name, by, LabelSoft)
	case name == "tools.trajectory":
		return oneOfFacets(name, by, fixtures.MatchExact, fixtures.MatchInOrder, fixtures.MatchAnyOrder, fixtures.MatchSubset)
	case scorer == "routing":
		return v.action(strings.TrimPrefix(by, LabelSoft+"/"))
	}
	return fmt.Errorf("%s is not told apart by anything: it has no [%s]", name, by)
}

// rated is STAGE or STAGE:REASON.
func (v vocabulary) rated(by string) error {
	stage, reason, byReason := strings.Cut(by, ":")
	if byReason {
		return v.reason(stage, reason)
	}
	return v.stage(stage)
}

// answered is a stage that gets answers, of STAGE or STAGE:REASON; an unknown stage is said by rated.
func (v vocabulary) answered(by string) error {
	stage, _, _ := strings.Cut(by, ":")
	if s, ok := v.find(stage); !ok || s.Calls {
		return nil
	}
	return v.caller(stage)
}

// action is what the routing stage can decide.
func (v vocabulary) action(name string) error {
	stages := v.deciding(pipeline.DecidesRoute)
	if len(stages) == 0 {
		return fmt.Errorf("%s has no stage that routes", v.system)
	}
	return v.decision(stages, "action", name)
}

func oneOfFacets(name, by string, known ...string) error {
	if slices.Contains(known, by) {
		return nil
	}
	return fmt.Errorf("%s has no [%s]%s", name, by, strict.Hint(by, known))
}

// checkFacet says why none of the suites that a gate of the command line is about can measure its facet.
func (g Gate) checkFacet(loaded []*Suite) error {
	var errs []error
	for _, s := range loaded {
		if g.Suite != "" && g.Suite != s.Name {
			continue
		}
		err := s.known.checkFacet(g.Measure)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	if len(errs) == 0 {
		return nil
	}
	alike := func(a, b error) bool { return a.Error() == b.Error() }
	return fmt.Errorf("gate %q: %w", g.Text, errors.Join(slices.CompactFunc(errs, alike)...))
}
