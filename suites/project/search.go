package project

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/judge"
)

// FindCases looks for the chosen cases. It reads no further than it has to.
func FindCases(ctx context.Context, suites []*Suite, chosen filter.Cases) (*filter.CaseSearch, error) {
	sought := chosen.Search()
	for _, s := range suites {
		if sought.Done() {
			break
		}
		if err := s.SeeCases(ctx, func(c fixtures.Head) { sought.See(s.Name, c.ID, c.Tags) }); err != nil {
			return nil, err
		}
	}
	return sought, sought.Err("no case")
}

// SeeCases calls see with the names and tags by which the suite's cases are chosen.
func (s *Suite) SeeCases(ctx context.Context, see func(fixtures.Head)) error {
	return seeCases(ctx, s.cases, see)
}

func seeCases(ctx context.Context, cases *fixtures.Set, see func(fixtures.Head)) error {
	return cases.Each(ctx, func(src fixtures.Source) error {
		h, err := src.Head()
		if err == nil {
			see(h)
		}
		return err
	})
}

// IDs returns the ids of the suite's cases.
func (s *Suite) IDs(ctx context.Context) (map[string]bool, error) { return idsOf(ctx, s.cases) }

// FixtureIDs returns the ids of the cases with a fixture.
func (s *Suite) FixtureIDs(ctx context.Context) (map[string]bool, error) {
	return idsOf(ctx, s.ofFiles)
}

func idsOf(ctx context.Context, cases *fixtures.Set) (map[string]bool, error) {
	ids := map[string]bool{}
	return ids, seeCases(ctx, cases, func(h fixtures.Head) { ids[h.ID] = true })
}

// FindStages looks for the stages that a filter names. A glob that may match paths is not checked: only a run knows its
// calls.
func FindStages(suites []*Suite, globs []string) error {
	ofPaths := func(g string) bool { return strings.Contains(g, "/") || strings.Contains(g, "**") }
	sought := filter.New(slices.DeleteFunc(slices.Clone(globs), ofPaths))
	var known []string
	for _, s := range suites {
		if s.Judges() {
			sought.See(judge.Name)
		}
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
