// Package review compares messages arrays with goldens, keeps differences for review, and accepts them as new goldens.
package review

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Case compares the messages arrays of a case, and its requests in wire forms, with the accepted ones, and adds
// differences and errors to the result. scratch is a buffer for the golden's text, reused from case to case.
func (r *Comparer) Case(ctx context.Context, src fixtures.Source, res *result.Result, scratch *[]byte) {
	err := r.prompts(ctx, res, scratch)
	if err == nil && !res.Live && len(r.stages) == 0 && res.Status != result.StatusError {
		err = r.forms(ctx, res)
	}
	if err == nil {
		return
	}
	if errors.Is(err, goldens.ErrTooLarge) { // the case's own text is too large: no system can help it
		err = pipeline.FileErrorf(src.File, src.Line, "%w", err).Remedied("shorten the case, or split it")
	}
	res.Errors, res.Status = append(res.Errors, err), result.StatusError
	res.Bug = res.Bug || result.IsBug(err)
}

// prompts compares the prompts of a case with its golden. scratch is a buffer for its text.
func (r *Comparer) prompts(ctx context.Context, res *result.Result, scratch *[]byte) error {
	name := fixtures.FileName(res.Case)
	res.Golden = r.store.Path(r.suite.Name, name)
	got := GoldenOf(res.Trace)
	if r.packed != nil {
		if done, err := r.packedPrompts(ctx, res, got); done || err != nil {
			return err
		}
	}
	want, err := r.store.Read(res.Golden)
	if err != nil {
		return err
	}
	got.Version = goldens.VersionOf(want)
	text, err := got.Append((*scratch)[:0])
	*scratch = text
	if err != nil {
		return fmt.Errorf("%s: %w", res.Golden, err)
	}
	res.Compared = true
	if want != nil && bytes.Equal(want, text) {
		r.unchanged(res, got)
		return r.settlePrompts(ctx, res.Case)
	}
	var old *goldens.File
	if want != nil {
		old, err = goldens.Read(res.Golden, want)
		if errors.Is(err, conflict.Err) && len(got.Calls) > 0 {
			return r.conflicted(ctx, res, want, got, text)
		}
		if err != nil {
			return r.damagedGolden(ctx, res, got, text, err)
		}
	}
	return r.differ(ctx, res, old, got, text)
}

// packedPrompts compares the prompts of a case with its packed golden. Not done: the case has a golden of its own that
// is not packed yet.
func (r *Comparer) packedPrompts(ctx context.Context, res *result.Result, got *goldens.File) (done bool, err error) {
	same, err := r.packed.Same(got)
	if err != nil {
		return true, err
	}
	var old *goldens.File
	if !same {
		if old, err = r.packed.Golden(res.Case); err != nil {
			return true, err
		}
		if data, err := r.store.Read(res.Golden); old == nil && (data != nil || err != nil) {
			return false, err
		}
	}
	res.Golden, res.Compared = r.packed.File(), true
	if same {
		r.unchanged(res, got)
		return true, r.settlePrompts(ctx, res.Case)
	}
	return true, r.differ(ctx, res, old, got, nil)
}

// unchanged notes that all calls are as accepted.
func (r *Comparer) unchanged(res *result.Result, got *goldens.File) {
	for _, c := range got.Calls {
		if r.wanted(c.Path, c.Stage) {
			res.Changes = append(res.Changes, result.Change{Status: result.Unchanged, Path: c.Path, Stage: c.Stage})
		}
	}
}

// differ compares the prompts of a case, whose golden would be text, with those of its golden; nil: it has none.
func (r *Comparer) differ(ctx context.Context, res *result.Result, old, got *goldens.File, text []byte) error {
	if res.Live {
		r.live(res, old, got)
		return nil
	}
	for _, c := range goldens.Compare(old, got) {
		if r.wanted(c.Path, c.Stage) && !(c.Status == goldens.Missing && res.Status == result.StatusError) {
			res.Changes = append(res.Changes, NewChange(c, r.suite.Masker()))
		}
	}
	r.golden(res, old, got)
	if res.Status == result.StatusError {
		if slices.ContainsFunc(res.Errors, isNoWordOfTheCase) {
			return nil
		}
		return r.keepShown(ctx, res, old, got, text)
	}
	if !slices.ContainsFunc(res.Changes, func(c result.Change) bool { return c.Status != result.Unchanged }) {
		if len(r.stages) > 0 { // other calls may differ
			return nil
		}
		return r.settlePrompts(ctx, res.Case)
	}
	return r.keepShown(ctx, res, old, got, text)
}

// isNoWordOfTheCase reports whether an error says nothing about what a case sends: a bug, or an interrupted run.
func isNoWordOfTheCase(err error) bool { return result.IsBug(err) || errors.Is(err, context.Canceled) }

// orphan returns the result of a golden whose case was removed: its calls are missing. nil: the golden was removed
// meanwhile.
func (r *Comparer) orphan(ctx context.Context, name string) (*result.Result, error) {
	res := &result.Result{Suite: r.suite.Name, Case: name, Status: result.StatusOrphan,
		Golden: r.store.Path(r.suite.Name, name)}
	old, err := loadOrphan(r.store, res.Golden)
	if err != nil {
		res.Status, res.Errors = result.StatusError, []error{err}
		return res, nil
	}
	if old == nil {
		return nil, nil
	}
	res.Case, res.Compared = old.Case, true
	r.missing(res, old)
	r.leftForms(name, res)
	if r.by == nil {
		return res, nil
	}
	res.Pending = r.store.PendingPath(r.suite.Name, name)
	return res, r.guard.Do(ctx, func() error { return r.writePending(r.gone(old.Case), len(old.Calls)) })
}

// missing reports all calls of a removed case as missing.
func (r *Comparer) missing(res *result.Result, old *goldens.File) {
	for _, c := range goldens.Compare(old, nil) {
		if r.wanted(c.Path, c.Stage) {
			res.Changes = append(res.Changes, NewChange(c, r.suite.Masker()))
		}
	}
	withGolden(res.Changes, masked(old, r.suite.Masker()))
}
