package runner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// errFound ends a search.
var errFound = errors.New("found")

// Show runs the one case that name begins with (its id, or suite/id) and returns its result with the rest of the name,
// which is the path of a call or of a place, or a glob over them. Ids may hold slashes: the longest matching id wins.
// The exchange is that of Options.
func Show(ctx context.Context, suites []*project.Suite, systems map[string]pipeline.System, exchange Exchange,
	name string) (res *result.Result, callPath string, err error) {
	names := slices.Sorted(maps.Keys(systems))
	s, src, callPath, err := Find(ctx, suites, systems, name)
	if err != nil {
		return nil, "", err
	}
	if s == nil {
		return nil, "", noCase(ctx, suites, name)
	}
	res, _ = runCase(ctx, s, src, names, instead{exchange: exchange})
	if lasting := lastingOf(s); lasting != nil {
		err = lasting.End()
	}
	return res, callPath, err
}

// Find returns the one case that name begins with, its suite, and the rest of the name; nil: there is none.
func Find(ctx context.Context, suites []*project.Suite, systems map[string]pipeline.System, name string) (
	in *project.Suite, found fixtures.Source, callPath string, err error) {
	names := slices.Sorted(maps.Keys(systems))
	for _, id := range filter.Prefixes(name) {
		rest := strings.TrimPrefix(strings.TrimPrefix(name, id), "/")
		for _, s := range suites {
			wanted := []string{id}
			if within, ok := strings.CutPrefix(id, s.Name+"/"); ok {
				wanted = append(wanted, within)
			}
			err := s.Sources().Each(ctx, func(src fixtures.Source) error {
				c, err := src.Decode(names)
				if err != nil || !slices.Contains(wanted, c.ID) {
					return err
				}
				found = src
				return errFound
			})
			if errors.Is(err, errFound) {
				return s, found, rest, nil
			}
			if err != nil {
				return nil, found, "", err
			}
		}
	}
	return nil, found, "", nil
}

// noCase says that name begins with no case, and names the nearest one.
func noCase(ctx context.Context, suites []*project.Suite, name string) error {
	for _, id := range filter.Prefixes(name) {
		sought := filter.New([]string{id})
		for _, s := range suites {
			if err := s.SeeCases(ctx, func(c fixtures.Head) { sought.SeeCase(s.Name, c.ID) }); err != nil {
				return err
			}
		}
		if near := sought.Near(0); near != "" {
			return fmt.Errorf("there is no case %s (nearest: %s)", id, near)
		}
	}
	return fmt.Errorf("there is no case %s (`beaver-eval list cases` names them)", name)
}
