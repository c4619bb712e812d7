package review

import (
	"bytes"
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Rewritten counts the goldens of a suite that were written anew, and those that already were as they would be.
type Rewritten struct {
	Suite         string
	Files, Kept   int
	Before, After TextSize // of the files written anew
}

// TextSize is the size of texts.
type TextSize struct{ Lines, Bytes int }

// Plus returns the sum of two sizes.
func (s TextSize) Plus(t TextSize) TextSize { return TextSize{s.Lines + t.Lines, s.Bytes + t.Bytes} }

func sizeOf(text []byte) TextSize { return TextSize{bytes.Count(text, []byte("\n")), len(text)} }

// Rewrite writes the accepted goldens of cases (globs over ids and suite/id; none: all) in the newest version of their
// format, with the same content, and returns their suites, sorted. Nothing runs and no suite is read. A golden that
// cannot be read stays as it is; its error comes beside the others' counts. With dryRun nothing is written.
//
// In the suites that are packed it packs each golden, and drops the texts that packed ones keep.
func Rewrite(ctx context.Context, p *project.Project, inOne map[string]bool, cases []string, dryRun bool) ([]Rewritten,
	error) {
	w := &rewriting{store: p.Store(), guard: p.Guard("accept"), cases: cases}
	if w.store.DryRun = dryRun; dryRun {
		w.guard = &disk.Guard{}
	}
	suites, err := w.store.Suites()
	if err != nil {
		return nil, err
	}
	w.sought = (&filter.Cases{Names: cases}).Search()
	var all []Rewritten
	var errs []error
	for _, suite := range suites {
		rewrite := w.suite
		if inOne[suite] {
			rewrite = w.pack
		}
		r, err := rewrite(ctx, suite)
		errs = append(errs, err)
		if r.Files+r.Kept > 0 {
			all = append(all, r)
		}
	}
	return all, errors.Join(append(errs, w.sought.Err("no case with a golden"))...)
}

// rewriting is what all files are written anew with.
type rewriting struct {
	store  goldens.Store
	guard  *disk.Guard
	cases  []string
	sought *filter.CaseSearch
}

func (w *rewriting) suite(ctx context.Context, suite string) (Rewritten, error) {
	r := Rewritten{Suite: suite}
	accepted, _, err := w.store.Names(suite)
	errs := []error{err}
	for _, name := range accepted {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		errs = append(errs, w.guard.Do(ctx, func() error { return w.file(&r, name) }))
	}
	return r, errors.Join(errs...)
}

// file writes one golden anew, if its case is chosen. One that cannot be read is chosen by the name of its file.
func (w *rewriting) file(r *Rewritten, name string) error {
	file, id := w.store.Path(r.Suite, name), name
	data, err := w.store.Read(file)
	var f *goldens.File
	if err == nil {
		f, err = goldens.Read(file, data)
	}
	if f != nil {
		id = f.Case
	}
	w.sought.See(r.Suite, id, nil)
	if !filter.MatchesCase(w.cases, r.Suite, id) {
		return nil
	}
	if err != nil {
		return err
	}
	text, err := renewed(file, f)
	if err != nil {
		return err
	}
	if bytes.Equal(text, data) {
		r.Kept++
		return nil
	}
	if err := w.store.WriteBytes(file, text); err != nil {
		return err
	}
	r.Files++
	r.Before, r.After = r.Before.Plus(sizeOf(data)), r.After.Plus(sizeOf(text))
	return nil
}

// renewed returns the text of a golden in the newest version, which it has read back: what a person has accepted has to
// survive.
func renewed(file string, f *goldens.File) ([]byte, error) {
	as := *f
	as.Version = 0
	text, err := as.Append(nil)
	if err != nil {
		return nil, pipeline.FileErrorf(file, 0, "%w", err)
	}
	back, err := goldens.Read(file, text)
	if err != nil {
		return nil, pipeline.FileErrorf(file, 0, "written anew it cannot be read: %w", withoutPlace(err))
	}
	if back.Suite != f.Suite || back.Case != f.Case || back.From != f.From || !sameCalls(back, f) {
		return nil, pipeline.FileErrorf(file, 0, "written anew it would hold other prompts: it stays as it is")
	}
	return text, nil
}

// pack packs the goldens of a suite that are chosen: those with a file of their own, which is removed once they are
// written, and those that keep texts. Nobody accepts any meanwhile: a file could be older than what was accepted.
func (w *rewriting) pack(ctx context.Context, suite string) (r Rewritten, err error) {
	r.Suite = suite
	err = w.guard.Do(ctx, func() error { return w.packAll(ctx, &r) })
	return r, err
}

func (w *rewriting) packAll(ctx context.Context, r *Rewritten) error {
	suite := r.Suite
	g, err := packed.Open(w.store, suite)
	if err != nil {
		return err
	}
	err = g.Each(func(f *goldens.File) error { return w.packAgain(r, g, f) })
	names, _, err2 := w.store.Names(suite)
	errs := []error{err, err2}
	var left []string
	for _, name := range names {
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), g.Close())
		}
		file := w.store.Path(suite, name)
		done, err := w.packFile(r, g, file, name)
		if errs = append(errs, err); done {
			left = append(left, file)
		}
	}
	if errors.Join(err, err2) == nil && !w.store.DryRun {
		if g.Changed() {
			err = g.Flush()
			errs = append(errs, err)
		}
		for _, file := range left {
			if err == nil {
				err = w.store.Remove(file)
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(append(errs, g.Close())...)
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
