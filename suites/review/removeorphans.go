package review

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// RemoveOrphans removes and returns the goldens, forms and pending files that no suite claims; with dryRun they stay.
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
		more, err := GoldenOrphans(ctx, p, s.Name, c.Goldens[s.Name])
		orphans, errs = append(orphans, more...), append(errs, err)
	}
	orphans = slices.DeleteFunc(orphans, func(o Orphan) bool { return !o.Removable() })
	if len(orphans) == 0 || dryRun {
		return orphans, errors.Join(errs...)
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
