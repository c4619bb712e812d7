package review

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// pack packs the goldens of a suite that are chosen: those with a file of their own, which is removed once they are
// written, and those that keep texts.
func (w *rewriting) pack(ctx context.Context, suite string) (r Rewritten, err error) {
	r.Suite = suite
	g, err := packed.Open(w.store, suite)
	if err != nil {
		return r, err
	}
	err = g.Each(func(f *goldens.File) error { return w.packAgain(&r, g, f) })
	names, _, err2 := w.store.Names(suite)
	errs := []error{err, err2}
	var left []string
	for _, name := range names {
		if ctx.Err() != nil {
			return r, errors.Join(ctx.Err(), g.Close())
		}
		file := w.store.Path(suite, name)
		done, err := w.packFile(&r, g, file, name)
		if errs = append(errs, err); done {
			left = append(left, file)
		}
	}
	if errors.Join(err, err2) == nil && g.Changed() && !w.store.DryRun {
		errs = append(errs, w.guard.Do(ctx, func() error {
			err := g.Flush()
			for _, file := range left {
				if err == nil {
					err = w.store.Remove(file)
				}
			}
			return err
		}))
	}
	return r, errors.Join(append(errs, g.Close())...)
}

// packAgain drops the texts that a packed golden keeps.
func (w *rewriting) packAgain(r *Rewritten, g *packed.Goldens, f *goldens.File) error {
	w.sought.See(r.Suite, f.Case, nil)
	if !filter.MatchesCase(w.cases, r.Suite, f.Case) {
		return nil
	}
	before := TextSize{Lines: len(f.Calls)}
	for _, c := range f.Calls {
		if c.Digest == "" {
			text, err := goldens.CallText(c)
			if err != nil {
				return err
			}
			before.Bytes += len(text)
		}
	}
	if before.Bytes == 0 {
		r.Kept++
		return nil
	}
	return w.packOne(r, g, f, before)
}

// packFile packs a golden with a file of its own, if its case is chosen.
func (w *rewriting) packFile(r *Rewritten, g *packed.Goldens, file, name string) (done bool, err error) {
	data, err := w.store.Read(file)
	var f *goldens.File
	if err == nil {
		f, err = goldens.Read(file, data)
	}
	if err != nil {
		w.sought.See(r.Suite, name, nil)
		if !filter.MatchesCase(w.cases, r.Suite, name) {
			return false, nil
		}
		return false, err
	}
	w.sought.See(r.Suite, f.Case, nil)
	if !filter.MatchesCase(w.cases, r.Suite, f.Case) {
		return false, nil
	}
	if packed, err := g.Has(f.Case); packed || err != nil { // that one holds
		return err == nil, err
	}
	return true, w.packOne(r, g, f, sizeOf(data))
}

// packOne packs a golden that took so much before.
func (w *rewriting) packOne(r *Rewritten, g *packed.Goldens, f *goldens.File, before TextSize) error {
	size, err := g.Pack(f)
	if err != nil {
		return err
	}
	r.Files++
	r.Before, r.After = r.Before.Plus(before), r.After.Plus(TextSize{len(f.Calls), size})
	return nil
}
