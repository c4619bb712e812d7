package score

import (
	"fmt"
	"math"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Metric is a number that scores, or a sum of many, come to. Gates and tables call it by its name.
type Metric struct {
	Name        string // SCORER.METRIC; one that ends in @ goes on with a number
	Unit        Unit
	Least, Most float64 // its range, both ends included
	Facet       Facet   // of what may stand in brackets behind the name, as in cost.calls[router]; nil: nothing may
}

// Facet says why what stands in the brackets behind a metric's name can never be measured on a system; nil: it can be,
// as far as anybody knows before a run.
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

// ByStage returns the facet of a stage.
func ByStage(v trace.Vocabulary, _, stage string) error { return v.Stage(stage) }

// ByCaller returns the facet of a stage that makes calls.
func ByCaller(v trace.Vocabulary, _, stage string) error { return v.Caller(stage) }

// byAnything returns a facet that only cases know.
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
