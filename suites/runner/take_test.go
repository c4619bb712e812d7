package runner

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/pending"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// AcceptAll accepts all pending changes; a refusal is an error.
func AcceptAll(t *testing.T, loaded []*project.Suite, systems map[string]pipeline.System) ([]review.Accepted, error) {
	t.Helper()
	chosen, err := pending.Choose(t.Context(), loaded, slices.Sorted(maps.Keys(systems)), pending.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	taking := &review.Taking{Whole: true, Chosen: &chosen.Chosen}
	taken, err := Take(t.Context(), loaded, systems, nil, taking, nil, func(*result.Result) {})
	if err != nil {
		t.Fatal(err)
	}
	errs := taken.Errors
	for _, r := range taken.Refused {
		errs = append(errs, fmt.Errorf("%s/%s: %s", r.Suite, r.Case, r.Refused))
	}
	return taken.Accepted.List(), errors.Join(errs...)
}
