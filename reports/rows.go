package reports

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
)

// Rows writes what a run came to as Parquet files: calls, cases, scores, changes, texts. The same results, in the same order, make
// the same bytes; no wall time stands in them. After Close the files stand under their names; before it, and after Abort,
// there are none.
type Rows struct {
	calls   *parquetFile[callRow]
	cases   *parquetFile[caseRow]
	scores  *parquetFile[scoreRow]
	changed *parquetFile[changeRow]
	texts   *texts
}

// Counts is how many rows each file has.
type Counts struct {
	Calls   int64 `json:"calls"`
	Cases   int64 `json:"cases"`
	Scores  int64 `json:"scores"`
	Changes int64 `json:"changes"`
	Texts   int64 `json:"texts"`
}

// NewRows begins the files in a folder that exists.
func NewRows(dir string) (*Rows, error) {
	r := &Rows{}
	var err error
	if r.calls, err = createParquet[callRow](dir, "calls"); err != nil {
		return nil, err
	}
	if r.cases, err = createParquet[caseRow](dir, "cases"); err != nil {
		return nil, errors.Join(err, r.Abort())
	}
	if r.scores, err = createParquet[scoreRow](dir, "scores"); err != nil {
		return nil, errors.Join(err, r.Abort())
	}
	if r.changed, err = createParquet[changeRow](dir, "changes"); err != nil {
		return nil, errors.Join(err, r.Abort())
	}
	if r.texts, err = newTexts(dir); err != nil {
		return nil, errors.Join(err, r.Abort())
	}
	return r, nil
}

// Add writes the rows of one more result.
func (r *Rows) Add(res *suites.Result) error {
	defer r.texts.next()
	if res.Trace != nil {
		for _, s := range res.Trace.Steps {
			if s.Kind != pipeline.EntryCall {
				continue
			}
			row, err := r.call(res.Suite, res.Case, s)
			if err != nil {
				return err
			}
			if err := r.calls.write(row); err != nil {
				return err
			}
		}
	}
	for _, row := range scoresOf(res) {
		if err := r.scores.write(row); err != nil {
			return err
		}
	}
	for _, row := range r.changes(res) {
		if err := r.changed.write(row); err != nil {
			return err
		}
	}
	return errors.Join(r.texts.err, r.cases.write(caseOf(res)))
}

// Empty says whether no result has come yet.
func (r *Rows) Empty() bool { return r.cases.rows == 0 }

// Close ends the files, reads each one again, and gives all of them their names.
func (r *Rows) Close() (Counts, error) {
	files := []interface {
		finish() error
		publish() error
	}{r.calls, r.scores, r.changed, r.cases, r.texts} // texts last, which may need memory again
	for _, f := range files {
		if err := f.finish(); err != nil {
			return Counts{}, errors.Join(err, r.Abort())
		}
	}
	for _, f := range files {
		if err := f.publish(); err != nil {
			return Counts{}, errors.Join(err, r.Abort())
		}
	}
	return Counts{r.calls.rows, r.cases.rows, r.scores.rows, r.changed.rows, r.texts.file.rows}, nil
}

// Abort takes away what was begun. After Close it does nothing.
func (r *Rows) Abort() error {
	var errs []error
	for _, abort := range []func() error{r.calls.abort, r.cases.abort, r.scores.abort, r.changed.abort, r.texts.abort} {
		errs = append(errs, abort())
	}
	return errors.Join(errs...)
}
