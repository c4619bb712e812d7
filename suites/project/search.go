package project

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// FindCases looks for the cases that a filter means, by id. It reads no further than it has to.
func FindCases(ctx context.Context, suites []*Suite, globs []string) error {
	sought := filter.New(globs)
	for _, s := range suites {
		if sought.Done() {
			break
		}
		if err := s.SeeCases(ctx, func(id string) { sought.See(id) }); err != nil {
			return err
		}
	}
	return sought.Err("no case matches --case")
}

// SeeCases hands out the ids of the suite's cases.
func (s *Suite) SeeCases(ctx context.Context, see func(id string)) error {
	return s.cases.Each(ctx, func(src fixtures.Source) error {
		id, err := src.ID()
		if err == nil {
			see(id)
		}
		return err
	})
}

// FindStages looks for the stages that a filter means. A glob that may be one over paths is not looked at: which
// calls there are only a run knows.
func FindStages(suites []*Suite, globs []string) error {
	ofPaths := func(g string) bool { return strings.Contains(g, "/") || strings.Contains(g, "**") }
	sought := filter.New(slices.DeleteFunc(slices.Clone(globs), ofPaths))
	var known []string
	for _, s := range suites {
		for _, name := range s.known.Names() {
			sought.See(name)
			known = append(known, name)
		}
	}
	err := sought.Err("no stage matches --stage")
	if i := sought.Missed(); err != nil && sought.Near(i) == "" {
		slices.Sort(known)
		return fmt.Errorf("%w (known: %s)", err, strings.Join(slices.Compact(known), ", "))
	}
	return err
}
