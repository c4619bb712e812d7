package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

const formVersion = 1

// formFile is the golden of a case in a wire form.
type formFile struct {
	Golden int        `json:"golden"`
	Case   string     `json:"case"`
	Suite  string     `json:"suite"`
	Form   string     `json:"form"`
	Calls  []formCall `json:"calls"`

	Pending *goldens.Pending `json:"pending,omitempty"` // the run that has shown it, until it is accepted
}

type formCall struct {
	Path string          `json:"path"`
	Body json.RawMessage `json:"body"`
}

// newForm returns the file of a trace.
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

// Bytes returns the file's bytes.
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

// Sealed returns the bytes of a pending file, sealed.
func (f formFile) Sealed() ([]byte, error) {
	pending := *f.Pending
	pending.Seal, f.Pending = "", &pending
	text, err := f.Bytes()
	if err != nil {
		return nil, err
	}
	pending.Seal = goldens.Digest(text)
	return f.Bytes()
}

// ReadForm reads a file that formFile.text or formFile.sealed wrote.
func ReadForm(file string, data []byte) (*formFile, error) {
	f, err := readForm(file, data)
	return f, conflict.Error(file, 1, data, err)
}

func readForm(file string, data []byte) (*formFile, error) {
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
		return nil, pipeline.FileErrorf(file, 0, "not a pending file: it does not name the run that showed it")
	}
	return &f, nil
}
