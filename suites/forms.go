package suites

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// FormChange says that the bodies of a case's requests in one provider's form are not those that were accepted. Where
// the prompts have changed too it is their consequence, and counted apart from them.
type FormChange struct {
	Form   string
	File   string
	Status PromptStatus // Changed, New, or Missing: the case does not name the form any more
}

const formVersion = 1

// formFile is the golden of a case in a provider's form.
type formFile struct {
	Golden int        `json:"golden"`
	Case   string     `json:"case"`
	Suite  string     `json:"suite"`
	Form   string     `json:"form"`
	Calls  []formCall `json:"calls"`

	Pending *goldens.Pending `json:"pending,omitempty"` // what it was made from, while nobody has accepted it
}

type formCall struct {
	Path string          `json:"path"`
	Body json.RawMessage `json:"body"`
}

// newForm is the file of a trace.
func newForm(form string, t *Trace) (formFile, error) {
	f := formFile{Golden: formVersion, Case: t.Case, Suite: t.Suite, Form: form, Calls: []formCall{}}
	for _, c := range t.Calls() {
		body, err := wire.Body(form, c.Request)
		if err != nil {
			return f, fmt.Errorf("%s: %w", c.Path, err)
		}
		f.Calls = append(f.Calls, formCall{c.Path, body})
	}
	return f, nil
}

// text is the file's bytes.
func (f formFile) text() ([]byte, error) {
	raw, err := pipeline.MarshalJSON(f)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, raw, "", "  ")
	b.WriteByte('\n')
	return b.Bytes(), errors.Join(err, goldens.CheckSize(b.Len()))
}

// sealed is the bytes of a pending file, with the seal of all that it says.
func (f formFile) sealed() ([]byte, error) {
	pending := *f.Pending
	pending.Seal, f.Pending = "", &pending
	text, err := f.text()
	if err != nil {
		return nil, err
	}
	pending.Seal = goldens.Seal(text)
	return f.text()
}

// compareForms holds the requests in the forms that the case names against what was accepted.
func (r *suiteRun) compareForms(ctx context.Context, src fixtures.Source, res *Result) error {
	name := fixtures.FileName(res.Case)
	r.leftForms(name, res)
	for _, form := range res.forms {
		f, err := newForm(form, res.Trace)
		if err != nil {
			return err
		}
		text, err := f.text()
		if err != nil {
			return err
		}
		file := r.store.FormPath(r.Name, name, form)
		want, err := r.store.Read(file)
		if err != nil {
			return &inputError{err}
		}
		pending := r.store.PendingFormPath(r.Name, name, form)
		if want != nil && bytes.Equal(want, text) {
			if err := r.settle(ctx, pending); err != nil {
				return err
			}
			continue
		}
		status := Changed
		if want == nil {
			status = New
		}
		res.Forms = append(res.Forms, FormChange{form, file, status})
		if err := r.keepForm(ctx, src, f, pending); err != nil {
			return err
		}
	}
	return nil
}

// leftForms reports the files of forms that the case does not name any more.
func (r *suiteRun) leftForms(name string, res *Result) {
	for _, form := range wire.Forms() {
		if slices.Contains(res.forms, form) {
			continue
		}
		file := r.store.FormPath(r.Name, name, form)
		if _, there := r.beside[path.Base(file)]; there {
			res.Forms = append(res.Forms, FormChange{form, file, Missing})
		}
	}
}

// removeForms takes away the files of all forms but those that are kept.
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

func (r *suiteRun) keepForm(ctx context.Context, src fixtures.Source, f formFile, pending string) (err error) {
	if !r.options.Write {
		return nil
	}
	if f.Pending, err = r.inputs(src, r.systems); err != nil {
		return err
	}
	f.Pending.Prompts = r.from
	text, err := f.sealed()
	if err != nil {
		return err
	}
	return r.guard.Do(ctx, func() error { return r.store.WriteBytes(pending, text) })
}

// acceptForm takes the pending file of one form, if there is one.
func acceptForm(store goldens.Store, suite, name, form string, now goldens.Pending) (taken bool, err error) {
	pending := store.PendingFormPath(suite, name, form)
	data, err := store.Read(pending)
	if err != nil || data == nil {
		return false, err
	}
	f, err := readForm(pending, data)
	if err != nil {
		return false, err
	}
	written, err := f.sealed()
	if err != nil {
		return false, err
	}
	if err := goldens.CheckSeal(pending, f.Pending.Seal, data, written); err != nil {
		return false, err
	}
	if what := outdated(*f.Pending, now); what != "" {
		return false, fmt.Errorf("%s: %s changed since; run again before you accept", pending, what)
	}
	f.Pending = nil
	text, err := f.text()
	if err != nil {
		return false, err
	}
	if err := store.WriteBytes(store.FormPath(suite, name, form), text); err != nil {
		return false, err
	}
	return true, store.Remove(pending)
}

// checkForms says which form there is not.
func checkForms(c *fixtures.Case) error {
	for _, f := range c.Forms {
		if !slices.Contains(wire.Forms(), f) {
			file, line := c.Where()
			return fmt.Errorf("%s:%d: forms: there is no form %q (there are %v)", file, line, f, wire.Forms())
		}
	}
	return nil
}
