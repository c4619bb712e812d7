package score

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Metric describes a number that scores measure. Gates and tables use its name.
type Metric struct {
	Name        string // SCORER.METRIC; a number follows a final @ or ^, the name of a rubric a final dot
	Unit        Unit
	Least, Most float64 // its range, both ends included
	Facet       Facet   // of the brackets after the name, as in cost.calls[router]; nil: none allowed
}

var (
	number = regexp.MustCompile(`^[1-9][0-9]*$`)
	rubric = regexp.MustCompile(`^[a-z0-9_]+$`)
)

// Numbered reports whether a number follows the metric's name: retrieval.recall@8, pass^3.
func (m Metric) Numbered() bool {
	return strings.HasSuffix(m.Name, "@") || strings.HasSuffix(m.Name, "^")
}

// Find returns the metric of a name, without a facet, among others.
func Find(all []Metric, name string) (Metric, bool) {
	i := slices.IndexFunc(all, func(m Metric) bool { return m.Name == name })
	if i < 0 {
		i = slices.IndexFunc(all, func(m Metric) bool {
			rest, longer := strings.CutPrefix(name, m.Name)
			return longer && (m.Numbered() && number.MatchString(rest) ||
				strings.HasSuffix(m.Name, ".") && rubric.MatchString(rest))
		})
	}
	if i < 0 {
		return Metric{}, false
	}
	return all[i], true
}

// Facet returns an error if the text in the brackets after a metric's name can never be measured on a system, as far as
// is known before a run.
type Facet func(v trace.Vocabulary, name, facet string) error

// shares are metrics from 0 to 1 without facets.
func shares(names ...string) []Metric { return metrics(Share, 0, 1, nil, names...) }

// counts are metrics of how often something happened, without facets.
func counts(names ...string) []Metric { return metrics(Count, 0, math.Inf(1), nil, names...) }

func metrics(unit Unit, least, most float64, facet Facet, names ...string) []Metric {
	all := make([]Metric, len(names))
	for i, name := range names {
		all[i] = Metric{name, unit, least, most, facet}
	}
	return all
}

// ByStage is the Facet of stages.
func ByStage(v trace.Vocabulary, _, stage string) error { return v.Stage(stage) }

// ByCaller is the Facet of stages that make calls.
func ByCaller(v trace.Vocabulary, _, stage string) error { return v.Caller(stage) }

// byAnything is the Facet of names that only cases know.
func byAnything(trace.Vocabulary, string, string) error { return nil }

// OneOf returns the facet of a fixed set.
func OneOf(known ...string) Facet {
	return func(_ trace.Vocabulary, name, facet string) error {
		if slices.Contains(known, facet) {
			return nil
		}
		return fmt.Errorf("%s has no [%s]%s", name, facet, wording.Hint(facet, known))
	}
}
