package score

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/vocabulary"
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
type Facet func(v vocabulary.Vocabulary, name, facet string) error

// scorer holds turns against one part of what is expected of them, or measures what needs no expectation, or both.
type scorer struct {
	metrics []Metric

	// check returns what of an expectation cannot be read, with its position, before anything runs; nil: all can.
	check func(file string, line int, e *expect.Turn) error

	// score is a pure function of what happened in a turn: no scores when the expectation does not name its part, an
	// error when what it names cannot be evaluated.
	score func(v *turnView, e *expect.Turn) ([]Score, error)

	// measure appends to scores what it measures of every case, whatever that expects.
	measure func(scores []Score, ev *evaluation) []Score
}

// scorers are all that there are, in the order of their scores.
func scorers() []scorer {
	return []scorer{
		turnScorer(), answerScorer(), replyScorer(), fallbackScorer(), routingScorer(), planningScorer(), skillScorer(),
		toolScorer(), learningScorer(), contextScorer(), costScorer(),
	}
}

// Metrics returns what the scores of cases can be called.
func Metrics() []Metric {
	var all []Metric
	for _, s := range scorers() {
		all = append(all, s.metrics...)
	}
	return all
}

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

// ByStage is the facet of a stage.
func ByStage(v vocabulary.Vocabulary, _, stage string) error { return v.Stage(stage) }

// ByCaller is the facet of a stage that makes calls.
func ByCaller(v vocabulary.Vocabulary, _, stage string) error { return v.Caller(stage) }

// byAnything is a facet that only cases know.
func byAnything(vocabulary.Vocabulary, string, string) error { return nil }

// OneOf is the facet of a fixed set.
func OneOf(known ...string) Facet {
	return func(_ vocabulary.Vocabulary, name, facet string) error {
		if slices.Contains(known, facet) {
			return nil
		}
		return fmt.Errorf("%s has no [%s]%s", name, facet, strict.Hint(facet, known))
	}
}

// ByAction is the facet of what the routing stage can decide, of soft labels as soft/ACTION.
func ByAction(v vocabulary.Vocabulary, _, action string) error {
	stages := v.Deciding(pipeline.DecidesRoute)
	if len(stages) == 0 {
		return fmt.Errorf("%s has no stage that routes", v.System)
	}
	return v.Decision(stages, "action", strings.TrimPrefix(action, LabelSoft+"/"))
}
