package project

import (
	"errors"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Greedy reports whether a model with these options always takes the likeliest token, whatever the seed.
func Greedy(o pipeline.Options) bool {
	return o.Temperature != nil && *o.Temperature <= 0 || o.TopK != nil && *o.TopK == 1
}

// CheckSamples returns an error for each stage of which every sample of a case would get the same answer: these would
// be taken for agreement. A judge may give the same verdict on the same reply.
func (s *Suite) CheckSamples() error {
	var errs []error
	for _, stage := range slices.Sorted(maps.Keys(s.Options)) {
		if Greedy(s.Options[stage]) && !s.ofJudge(stage) {
			errs = append(errs, s.node.Get("options").Get(stage).Errorf("options: %s: with temperature 0 or top_k 1 "+
				"the model gives the same answer each time, so --repeat would take one answer for an agreement of "+
				"many: set a temperature above 0, or leave --repeat out", stage))
		}
	}
	return errors.Join(errs...)
}
