package metric

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// facet returns the text in the brackets of a measure: fallbacks.rate[router:timeout].
func facet(measure string) (name, by string, ok bool) {
	name, by, ok = strings.Cut(measure, "[")
	return name, strings.TrimSuffix(by, "]"), ok
}

// CheckFacet says why a gate's measure can never be measured on a system: a figure, a stage, a reason or an action that
// the system does not have, or a measure that has no facets. A facet that depends on the cases, such as a JSONPath, is
// not checked.
func CheckFacet(v trace.Vocabulary, measure string) error {
	name, by, ok := facet(measure)
	m, known := find(name)
	if f, is := pipeline.FindFigure(v.Figures, name); is {
		m, known = ofFigure(f), true
	}
	switch {
	case !known:
		return fmt.Errorf("%s has no figure %s", v.System, name)
	case !ok:
		return nil
	case m.Facet != nil:
		return m.Facet(v, name, by)
	}
	return fmt.Errorf("%s is not broken down by anything: it has no [%s]", name, by)
}
