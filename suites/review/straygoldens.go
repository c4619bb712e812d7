package review

import (
	"context"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// FromLogs returns how many goldens of the suite are compared only with a log of requests; c claims the others.
func (r *Comparer) FromLogs(c *Claims) (int, error) {
	n := 0
	return n, r.store.EachFile(r.suite.Name, func(file string) {
		name, accepted := goldens.Accepted(file)
		if accepted && !c.Goldens[r.suite.Name].Has(name) &&
			r.store.IsFromLog(r.store.Path(r.suite.Name, name)) {
			n++
		}
	})
}

// Orphans reports the files in the suite's folder of goldens that belong to none of its cases, which c claims: a
// golden's calls are missing. tell receives every other file; nil: not checked, since some suites are missing.
func (r *Comparer) Orphans(ctx context.Context, c *Claims, tell func(Orphan), sink func(*result.Result) error) error {
	all, err := GoldenOrphans(ctx, r.suite, c.Goldens[r.suite.Name])
	if err != nil {
		return err
	}
	if err := r.packedOrphans(c.Goldens[r.suite.Name], sink); err != nil {
		return err
	}
	c.Goldens[r.suite.Name] = nil // no longer needed
	dir, gone := path.Join(r.suite.Project().Goldens, r.suite.Name), names{}
	for _, o := range all {
		if name, ok := goldens.Accepted(path.Base(o.File)); ok && path.Dir(o.File) == dir {
			gone.add(name, nil)
			res, err := r.orphan(ctx, name)
			if err == nil && res != nil {
				err = sink(res)
			}
			if err != nil {
				return err
			}
		}
	}
	for _, o := range all {
		if path.Dir(o.File) == dir && claimsFile(gone, path.Base(o.File)) {
			continue // it goes with its golden
		}
		if err := stray(r.suite.Project(), o, tell, sink); err != nil {
			return err
		}
	}
	return nil
}

// ReportLoose reports unclaimed files outside the folders of suites' goldens.
func ReportLoose(ctx context.Context, p *project.Project, c *Claims, tell func(Orphan),
	sink func(*result.Result) error) error {
	beside, err := LooseOrphans(ctx, p, c)
	if err != nil {
		return err
	}
	fixed, err := FixtureOrphans(ctx, p, c)
	if err != nil {
		return err
	}
	for _, orphan := range append(beside, fixed...) {
		if err := stray(p, orphan, tell, sink); err != nil {
			return err
		}
	}
	return nil
}

// stray reports an orphan, and its missing calls as a result.
func stray(p *project.Project, orphan Orphan, tell func(Orphan), sink func(*result.Result) error) error {
	if tell == nil {
		return nil
	}
	tell(orphan)
	if orphan.Kind == OrphanPacked {
		return sink(&result.Result{Suite: path.Dir(orphan.File), Case: path.Base(orphan.File), Golden: orphan.File,
			Status: result.StatusError, Unclaimed: true, Errors: []error{pipeline.FileErrorf(orphan.File, 0,
				"no suite with `goldens: packed` has these goldens").Remedied(
				"give the suite that key, or `beaver-eval accept --gone` removes them")}})
	}
	if orphan.Kind != OrphanGolden && orphan.Kind != OrphanForm {
		return nil
	}
	res := strayResult(p, orphan)
	res.MaskNames(p.Masker())
	return sink(res)
}

// strayResult reports the calls of a golden, or the one file of a form, as missing. Its suite is the file's folder,
// which no suite can have as a name.
func strayResult(p *project.Project, o Orphan) *result.Result {
	base := path.Base(o.File)
	res := &result.Result{Suite: path.Dir(o.File), Case: base, Status: result.StatusOrphan, Golden: o.File,
		Unclaimed: true, Compared: true}
	if o.Kind == OrphanForm {
		form := strings.TrimSuffix(base, path.Ext(base))
		res.Forms = []result.FormChange{{Form: strings.TrimPrefix(path.Ext(form), "."), File: o.File,
			Status: result.Missing}}
		return res
	}
	old, err := loadOrphan(p.Store(), o.File)
	if err != nil {
		res.Status, res.Compared, res.Errors = result.StatusError, false, []error{err}
		return res
	}
	for _, c := range goldens.Compare(old, nil) {
		res.Changes = append(res.Changes, NewChange(c, p.Masker()))
	}
	if old != nil {
		withGolden(res.Changes, masked(old, p.Masker()))
	}
	return res
}

// packedOrphans reports the packed goldens whose case was removed: their calls are missing.
func (r *Comparer) packedOrphans(of names, sink func(*result.Result) error) error {
	if r.packed == nil {
		return nil
	}
	return r.packed.Each(func(old *goldens.File) error {
		if of.Has(fixtures.FileName(old.Case)) {
			return nil
		}
		res := &result.Result{Suite: r.suite.Name, Case: old.Case, Status: result.StatusOrphan, Golden: r.packed.File(),
			Compared: true}
		r.missing(res, old)
		if r.by != nil {
			res.Pending = r.packed.WaitingFile()
			if err := r.writePending(r.gone(old.Case), len(old.Calls)); err != nil {
				return err
			}
		}
		return sink(res)
	})
}
