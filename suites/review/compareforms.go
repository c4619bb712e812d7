package review

import (
	"bytes"
	"context"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// forms compares the requests in the forms that the case names with the accepted ones.
func (r *Comparer) forms(ctx context.Context, res *result.Result) error {
	name := fixtures.FileName(res.Case)
	r.leftForms(name, res)
	for _, form := range res.CaseForms {
		f, err := newForm(form, res.Trace)
		if err != nil {
			return err
		}
		text, err := f.Bytes()
		if err != nil {
			return err
		}
		file := r.store.FormPath(r.suite.Name, name, form)
		want, err := r.store.Read(file)
		if err != nil {
			return err
		}
		pending := r.store.PendingFormPath(r.suite.Name, name, form)
		if want != nil && bytes.Equal(want, text) {
			if err := r.settle(ctx, pending); err != nil {
				return err
			}
			continue
		}
		status := result.Changed
		switch {
		case want == nil:
			status = result.New
		case conflict.Line(want) > 0:
			status = result.Conflicted
		}
		res.Forms = append(res.Forms, result.FormChange{Form: form, File: file, Status: status})
		if err := r.keepForm(ctx, f, text, pending); err != nil {
			return err
		}
	}
	return nil
}

// leftForms reports the files of forms that the case no longer names.
func (r *Comparer) leftForms(name string, res *result.Result) {
	for _, form := range wire.Forms() {
		if slices.Contains(res.CaseForms, form) {
			continue
		}
		file := r.store.FormPath(r.suite.Name, name, form)
		if _, there := r.beside[path.Base(file)]; there {
			res.Forms = append(res.Forms, result.FormChange{Form: form, File: file, Status: result.Missing})
		}
	}
}

// removeForms removes the files of all forms except the kept ones.
func removeForms(store goldens.Store, suite, name string, kept []string) (removed int, err error) {
	for _, form := range wire.Forms() {
		file := store.FormPath(suite, name, form)
		data, err := store.Read(file)
		if err != nil {
			return removed, err
		}
		if data == nil || slices.Contains(kept, form) {
			continue
		}
		if err := store.Remove(file); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// keepForm writes text, the new file of requests in a wire form, beside the accepted one.
func (r *Comparer) keepForm(ctx context.Context, f formFile, text []byte, pending string) error {
	if r.by == nil {
		return nil
	}
	f.Pending = &goldens.Pending{Run: *r.by, Shown: goldens.Digest(text), Prompts: r.suite.PromptsOverride()}
	text, err := f.Sealed()
	if err != nil {
		return err
	}
	return r.guard.Do(ctx, func() error { return r.store.WriteBytes(pending, text) })
}
