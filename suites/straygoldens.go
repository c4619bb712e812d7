package suites

import (
	"context"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
)

// orphans reports what lies in the suite's folder of goldens and belongs to none of its cases: of a golden its calls
// are missing.
func (r *suiteRun) orphans(ctx context.Context, sink func(*Result) error) error {
	if !r.options.Compare || len(r.options.Cases) > 0 {
		return nil
	}
	all, err := r.project.goldenOrphans(ctx, r.Name, r.claimed.goldens[r.Name])
	if err != nil {
		return &inputError{err}
	}
	r.claimed.goldens[r.Name] = nil // they are needed no more
	dir, gone := path.Join(r.project.Goldens, r.Name), claims{}
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
		if err := r.options.stray(r.project, o, sink); err != nil {
			return err
		}
	}
	return nil
}

// loose reports what no suite claims, outside of the folders of suites' goldens.
func (o Options) loose(ctx context.Context, p *Project, c *claimed, sink func(*Result) error) error {
	if o.Orphan == nil || !o.Compare {
		return nil
	}
	beside, err := p.looseOrphans(ctx, c)
	if err != nil {
		return &inputError{err}
	}
	fixed, err := p.fixtureOrphans(ctx, c)
	if err != nil {
		return &inputError{err}
	}
	for _, orphan := range append(beside, fixed...) {
		if err := o.stray(p, orphan, sink); err != nil {
			return err
		}
	}
	return nil
}

// stray reports an orphan, and with it what is missing as a result.
func (o Options) stray(p *Project, orphan Orphan, sink func(*Result) error) error {
	if o.Orphan == nil {
		return nil
	}
	o.Orphan(orphan)
	if orphan.Kind != OrphanGolden && orphan.Kind != OrphanForm {
		return nil
	}
	res := p.strayResult(orphan)
	res.maskNames(p.Masker())
	return sink(res)
}

// strayResult has the calls of a golden, or the one file of a form, as missing. The file's folder stands in the place
// of the suite, which no suite can be named like.
func (p *Project) strayResult(o Orphan) *Result {
	base := path.Base(o.File)
	res := &Result{Suite: path.Dir(o.File), Case: base, Status: StatusOrphan, Golden: o.File, Unclaimed: true, Compared: true}
	if o.Kind == OrphanForm {
		form := strings.TrimSuffix(base, path.Ext(base))
		res.Forms = []FormChange{{Form: strings.TrimPrefix(path.Ext(form), "."), File: o.File, Status: Missing}}
		return res
	}
	old, err := p.Store().Load(o.File)
	if err != nil {
		res.Status, res.Compared, res.Errors = StatusError, false, []error{&inputError{err}}
		return res
	}
	for _, c := range goldens.Compare(old, nil) {
		res.Changes = append(res.Changes, newChange(c, p.Masker()))
	}
	return res
}
