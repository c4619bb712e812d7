package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

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
func newForm(form string, t *trace.Trace) (formFile, error) {
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

// Bytes is the file's bytes.
func (f formFile) Bytes() ([]byte, error) {
	raw, err := jsonvalue.Marshal(f)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, raw, "", "  ")
	b.WriteByte('\n')
	return b.Bytes(), errors.Join(err, goldens.CheckSize(b.Len()))
}

// Sealed is the bytes of a pending file, with the seal of all that it says.
func (f formFile) Sealed() ([]byte, error) {
	pending := *f.Pending
	pending.Seal, f.Pending = "", &pending
	text, err := f.Bytes()
	if err != nil {
		return nil, err
	}
	pending.Seal = goldens.Seal(text)
	return f.Bytes()
}

// forms holds the requests in the forms that the case names against what was accepted.
func (r *Comparer) forms(ctx context.Context, src fixtures.Source, res *result.Result) error {
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
		if want == nil {
			status = result.New
		}
		res.Forms = append(res.Forms, result.FormChange{Form: form, File: file, Status: status})
		if err := r.keepForm(ctx, src, f, pending); err != nil {
			return err
		}
	}
	return nil
}

// leftForms reports the files of forms that the case does not name any more.
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

func (r *Comparer) keepForm(ctx context.Context, src fixtures.Source, f formFile, pending string) (err error) {
	if !r.write {
		return nil
	}
	if f.Pending, err = r.suite.Inputs(src, r.systems); err != nil {
		return err
	}
	f.Pending.Prompts = r.suite.PromptsOverride()
	text, err := f.Sealed()
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
	f, err := ReadForm(pending, data)
	if err != nil {
		return false, err
	}
	written, err := f.Sealed()
	if err != nil {
		return false, err
	}
	if err := goldens.CheckSeal(pending, f.Pending.Seal, data, written); err != nil {
		return false, err
	}
	if what := outdated(*f.Pending, now); what != "" {
		return false, pipeline.FileErrorf(pending, 0, "%s changed since", what).Remedied("run again before you accept")
	}
	f.Pending = nil
	text, err := f.Bytes()
	if err != nil {
		return false, err
	}
	if err := store.WriteBytes(store.FormPath(suite, name, form), text); err != nil {
		return false, err
	}
	return true, store.Remove(pending)
}

// ReadForm reads a file that formFile.text or formFile.sealed wrote.
func ReadForm(file string, data []byte) (*formFile, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var f formFile
	if err := dec.Decode(&f); err != nil {
		return nil, pipeline.FileErrorf(file, 0, "%w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, pipeline.FileErrorf(file, 0, "more than one JSON value in it")
	}
	if f.Golden != formVersion {
		return nil, pipeline.FileErrorf(file, 0, "golden version %d, and this beaver-eval reads version %d", f.Golden,
			formVersion)
	}
	if f.Pending == nil && strings.HasSuffix(path.Base(file), ".pending.json") {
		return nil, pipeline.FileErrorf(file, 0, "no pending file: it does not say what it was made from")
	}
	return &f, nil
}
