package review

import (
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func (r *Comparer) takeEdits(res *result.Result, t *Taking) error {
	name := fixtures.FileName(res.Case)
	pending, err := r.pending(res.Case)
	if pending == nil || err != nil { // another command may have taken it
		return err
	}
	old, conflicted, err := r.accepted(res.Case)
	if conflicted || err != nil { // a conflict has no single edits
		return err
	}
	old = r.maskedOrNil(old)
	got := GoldenOf(res.Trace)
	digest, err := got.Digest(nil)
	if err != nil {
		return err
	}
	got = shownOf(old, got, pending.Pending.Stages, res.Status)
	left := notRejected(pending)
	waiting, err := edit.Apply(old, got, res.Known, left)
	if err != nil {
		return err
	}
	if digest != pending.Pending.Shown || r.packed == nil && !sameCalls(waiting, pending) {
		res.Edits, res.Taken = nil, r.refusal(pending.Pending, t, nil)
		return nil
	}
	waiting.Pending = pending.Pending
	switch {
	case t.Take == nil:
		return nil
	case t.Reject:
		return r.reject(res, t, old, got, waiting, left)
	}
	merged, err := edit.Apply(old, got, res.Known, func(p *edit.Part, a edit.Atom) bool {
		return left(p, a) && t.Take(p, a)
	})
	if err != nil {
		return err
	}
	taken := &result.Taken{Calls: Differing(old, merged), Left: Differing(merged, waiting),
		Removed: len(merged.Calls) == 0}
	if taken.Calls == 0 {
		return nil
	}
	if t.Keep != nil { // before the golden: killed in between, the edits still wait
		changed := changedPaths(old, merged)
		taken.Kept, err = r.keepAnswers(res, t.Keep, t.DryRun, func(c *trace.Call) bool {
			return slices.Contains(changed, c.Path)
		})
		if err != nil {
			return err
		}
	}
	res.Taken = taken
	if t.DryRun {
		return nil
	}
	return r.writeGolden(res, name, merged)
}

// reject drops edits from a pending file. A part is rejected as a whole, when all of its edits are.
func (r *Comparer) reject(res *result.Result, t *Taking, old, got, pending *goldens.File, left edit.Take) error {
	rejected := slices.Clone(pending.Pending.Rejected)
	for _, p := range edit.Compare(old, got, res.Known) {
		if left(&p, edit.Atom{}) && allTaken(&p, t.Take) {
			rejected = append(rejected, rejection(&p))
		}
	}
	slices.Sort(rejected)
	rejected = slices.Compact(rejected)
	rest, err := edit.Apply(old, got, res.Known, func(p *edit.Part, _ edit.Atom) bool {
		return !slices.Contains(rejected, rejection(p))
	})
	if err != nil {
		return err
	}
	taken := &result.Taken{Calls: Differing(rest, pending), Left: Differing(old, rest)}
	if taken.Calls == 0 {
		return nil
	}
	res.Taken = taken
	if t.DryRun {
		return nil
	}
	if taken.Left == 0 {
		return r.removePending(res.Case, res.CaseForms)
	}
	rest.Pending = pending.Pending
	rest.Pending.Rejected = rejected
	return r.writePending(rest, taken.Left)
}

// allTaken reports whether all edits of a part are taken.
func allTaken(p *edit.Part, take edit.Take) bool {
	for _, h := range p.Hunks {
		if slices.ContainsFunc(h.Atoms, func(a edit.Atom) bool { return !take(p, a) }) {
			return false
		}
	}
	return len(p.Hunks) > 0 || take(p, edit.Atom{})
}

// notRejected selects the edits of a pending file that are not rejected.
func notRejected(pending *goldens.File) edit.Take {
	return func(p *edit.Part, _ edit.Atom) bool { return !slices.Contains(pending.Pending.Rejected, rejection(p)) }
}

// rejection names a part of a case in its pending file.
func rejection(p *edit.Part) string { return p.GroupID + " " + p.Path }

// writeGolden writes a golden with the taken edits, and the case's forms from its messages.
func (r *Comparer) writeGolden(res *result.Result, name string, merged *goldens.File) error {
	if res.Taken.Removed {
		_, err := removeForms(r.store, r.suite.Name, name, nil)
		return errors.Join(err, r.writeAccepted(res.Case, merged), r.removePending(res.Case, res.CaseForms))
	}
	if err := r.writeAccepted(res.Case, merged); err != nil {
		return err
	}
	for _, form := range res.CaseForms {
		if err := r.writeForm(res.Trace, name, form, merged); err != nil {
			return err
		}
		res.Taken.Forms++
	}
	if res.Taken.Left == 0 {
		return r.removePending(res.Case, res.CaseForms)
	}
	return nil
}

// writeForm writes a form of the requests whose messages, tools and format are those of a golden. A call that is only
// in the golden keeps its old body.
func (r *Comparer) writeForm(t *trace.Trace, name, form string, merged *goldens.File) error {
	file := r.store.FormPath(r.suite.Name, name, form)
	before := map[string]formCall{}
	if data, err := r.store.Read(file); err != nil {
		return err
	} else if data != nil {
		f, err := ReadForm(file, data)
		if err != nil {
			return err
		}
		for _, c := range f.Calls {
			before[c.Path] = c
		}
	}
	f, err := newForm(form, sentAs(t, merged))
	if err != nil {
		return err
	}
	bodies := map[string]formCall{}
	for _, c := range f.Calls {
		bodies[c.Path] = c
	}
	f.Calls = f.Calls[:0:0]
	for _, c := range merged.Calls {
		if body, ok := bodies[c.Path]; ok {
			f.Calls = append(f.Calls, body)
		} else if body, ok := before[c.Path]; ok {
			f.Calls = append(f.Calls, body)
		}
	}
	text, err := f.Bytes()
	if err != nil {
		return err
	}
	return r.store.WriteBytes(file, text)
}

// sentAs returns a trace whose calls have the messages, tools, format and parameters of a golden; calls that it does
// not have are left out.
func sentAs(t *trace.Trace, f *goldens.File) *trace.Trace {
	with := &trace.Trace{Suite: t.Suite, Case: t.Case}
	byPath := map[string]goldens.Call{}
	for _, c := range f.Calls {
		byPath[c.Path] = c
	}
	for _, c := range t.Calls() {
		if g, ok := byPath[c.Path]; ok {
			sent := *c
			sent.Request.Messages, sent.Request.Tools = g.Messages, g.Tools
			sent.Request.Format, sent.Request.Parameters = g.Format, g.Parameters
			with.Steps = append(with.Steps, trace.Step{Entry: pipeline.Entry{Path: c.Path}, Call: &sent})
		}
	}
	return with
}

// removePending removes the pending file of a case, and those of its forms.
func (r *Comparer) removePending(id string, forms []string) error {
	err, name := r.dropPending(id), fixtures.FileName(id)
	for _, form := range forms {
		err = errors.Join(err, r.store.Remove(r.store.PendingFormPath(r.suite.Name, name, form)))
	}
	return err
}
