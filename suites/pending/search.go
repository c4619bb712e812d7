package pending

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Find looks for the cases that accept or reject names, by id or by suite/id: those of the suites, and removed ones
// that left a pending file.
func Find(ctx context.Context, suites []*project.Suite, globs []string) error {
	sought := (&filter.Cases{Names: globs}).Search()
	for _, s := range suites {
		if sought.Done() {
			break
		}
		files := map[string]bool{}
		see := func(c fixtures.Head) {
			files[fixtures.FileName(c.ID)] = true
			sought.See(s.Name, c.ID, c.Tags)
		}
		if err := errors.Join(s.SeeCases(ctx, see), seePending(s, files, see)); err != nil {
			return err
		}
	}
	return sought.Err("no case")
}

// seePending calls see for the cases of the suite's pending files, except known ones.
func seePending(s *project.Suite, known map[string]bool, see func(fixtures.Head)) error {
	if s.Packed() {
		return eachPacked(s, func(c packed.Change) error {
			if !known[fixtures.FileName(c.Case)] {
				see(fixtures.Head{ID: c.Case})
			}
			return nil
		})
	}
	store := s.Project().Store()
	_, pending, err := store.Names(s.Name)
	for _, name := range pending {
		if known[name] {
			continue
		}
		if f, err := store.Load(store.PendingPath(s.Name, name)); err == nil { // else taking it reports the error
			see(fixtures.Head{ID: f.Case})
		}
	}
	return err
}
