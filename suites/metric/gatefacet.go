package metric

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/vocabulary"
)

// facet is what stands in the brackets of a measure: fallbacks.rate[router:timeout].
func facet(measure string) (name, by string, ok bool) {
	name, by, ok = strings.Cut(measure, "[")
	return name, strings.TrimSuffix(by, "]"), ok
}

// CheckFacet says why a gate's facet can never be measured: a stage, a reason or an action that the system does not
// have, or a measure that has no facets. What depends on the cases, such as a JSONPath, is not looked at.
func CheckFacet(v vocabulary.Vocabulary, measure string) error {
	name, by, ok := facet(measure)
	if !ok {
		return nil
	}
	scorer, _, _ := strings.Cut(name, ".")
	switch {
	case name == "answer.json":
		return nil
	case name == rateName:
		return rated(v, by)
	case name == "turn.decision":
		return v.Stage(by)
	case scorer == "cost":
		return v.Caller(by)
	case scorer == "tokens" || scorer == "latency":
		if name == "tokens.growth" && by == "call" {
			return nil
		}
		return v.Caller(by)
	case name == "routing.accuracy":
		return oneOfFacets(name, by, score.LabelHard, score.LabelSoft)
	case name == "routing.macro_f1":
		return oneOfFacets(name, by, score.LabelSoft)
	case name == "tools.trajectory":
		return oneOfFacets(name, by, fixtures.MatchExact, fixtures.MatchInOrder, fixtures.MatchAnyOrder, fixtures.MatchSubset)
	case scorer == "routing":
		return action(v, strings.TrimPrefix(by, score.LabelSoft+"/"))
	}
	return fmt.Errorf("%s is not told apart by anything: it has no [%s]", name, by)
}

// rated is STAGE or STAGE:REASON.
func rated(v vocabulary.Vocabulary, by string) error {
	stage, reason, byReason := strings.Cut(by, ":")
	if byReason {
		return v.Reason(stage, reason)
	}
	return v.Stage(stage)
}

// action is what the routing stage can decide.
func action(v vocabulary.Vocabulary, name string) error {
	s, ok := v.Deciding(pipeline.DecidesRoute)
	if !ok {
		return fmt.Errorf("%s has no stage that routes", v.System)
	}
	return v.Decision(s, "action", name)
}

func oneOfFacets(name, by string, known ...string) error {
	if slices.Contains(known, by) {
		return nil
	}
	return fmt.Errorf("%s has no [%s]%s", name, by, strict.Hint(by, known))
}
