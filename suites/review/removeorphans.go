package review

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// RemoveOrphans removes and returns the goldens, forms and pending files that no suite claims, of packed goldens the
// cases; with dryRun they stay.
// all has every suite of the project; after an error in one of their cases nothing is removed. Cases and recordings
// stay: they cannot be recreated. command is the calling one.
func RemoveOrphans(ctx context.Context, p *project.Project, all []*project.Suite, systems map[string]pipeline.System,
	command string, dryRun bool) (removed []Orphan, err error) {
	c, err := ClaimsOf(ctx, all, slices.Sorted(maps.Keys(systems)))
	if err != nil {
		return nil, err
	}
	orphans, err := LooseOrphans(ctx, p, c)
	errs := []error{err}
	for _, s := range all {
		more, err := GoldenOrphans(ctx, s, c.Goldens[s.Name])
		orphans, errs = append(orphans, more...), append(errs, err)
	}
	orphans = slices.DeleteFunc(orphans, func(o Orphan) bool { return !o.Removable() })
	for _, s := range all {
		gone, err := removePacked(ctx, s, c.Goldens[s.Name], command, dryRun)
		removed, errs = append(removed, gone...), append(errs, err)
	}
	if len(orphans) == 0 || dryRun {
		return append(removed, orphans...), errors.Join(errs...)
	}
	err = p.Guard(command).Do(ctx, func() error {
		for _, o := range orphans {
			err := p.Store().Remove(o.File)
			if errs = append(errs, err); err == nil {
				removed = append(removed, o)
			}
		}
		return nil
	})
	return removed, errors.Join(append(errs, err)...)
}

// removePacked removes and returns the packed goldens of a suite whose cases are gone, and their changes.
func removePacked(ctx context.Context, s *project.Suite, of names, command string, dryRun bool) (gone []Orphan,
	err error) {
	if !s.Packed() {
		return nil, nil
	}
	guard := s.Project().Guard(command)
	if dryRun {
		guard = &disk.Guard{}
	}
	err = guard.Do(ctx, func() (err error) {
		gone, err = removeGone(s, of, dryRun)
		return err
	})
	return gone, err
}

func removeGone(s *project.Suite, of names, dryRun bool) (gone []Orphan, err error) {
	g, err := packed.Open(s.Project().Store(), s.Name)
	if err != nil {
		return nil, err
	}
	err = g.Each(func(f *goldens.File) error {
		if of.Has(fixtures.FileName(f.Case)) {
			return nil
		}
		gone = append(gone, Orphan{Kind: OrphanGolden, File: g.File() + ": " + f.Case, Calls: len(f.Calls)})
		return errors.Join(g.Remove(f.Case), g.Drop(f.Case))
	})
	if err == nil && len(gone) > 0 && !dryRun {
		err = g.Flush()
	}
	return gone, errors.Join(err, g.Close())
}

// PackedOrphans counts the packed goldens of a suite whose cases are gone, and returns the first of them, in order.
func PackedOrphans(s *project.Suite, of *Claims, most int) (first []string, n int, err error) {
	if !s.Packed() {
		return nil, 0, nil
	}
	g, err := packed.Open(s.Project().Store(), s.Name)
	if err != nil {
		return nil, 0, nil // the check of the file reports it
	}
	err = g.Each(func(f *goldens.File) error {
		if !of.Goldens[s.Name].Has(fixtures.FileName(f.Case)) {
			if n++; n <= most {
				first = append(first, f.Case)
			}
		}
		return nil
	})
	return first, n, errors.Join(err, g.Close())
}
