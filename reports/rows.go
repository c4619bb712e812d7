package reports

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Rows writes what a run came to as Parquet files, one for each of ExportTables. The same results, in the same order,
// make the same bytes; no wall time stands in them, and no name of the run. After Close the files stand under their
// names; before it, and after Abort, there are none.
type Rows struct {
	calls      *parquetFile[callRow]
	cases      *parquetFile[caseRow]
	scores     *parquetFile[scoreRow]
	changed    *parquetFile[changeRow]
	tools      *parquetFile[toolUseRow]
	candidates *parquetFile[candidateRow]
	events     *parquetFile[eventRow]
	texts      *texts
}

// Counts is how many rows each file has.
type Counts struct {
	Calls      int64 `json:"calls"`
	Cases      int64 `json:"cases"`
	Scores     int64 `json:"scores"`
	Changes    int64 `json:"changes"`
	Tools      int64 `json:"tools"`
	Candidates int64 `json:"candidates"`
	Events     int64 `json:"events"`
	Texts      int64 `json:"texts"`
}

// NewRows begins the files in a folder that exists.
func NewRows(dir string) (*Rows, error) {
	r := &Rows{}
	err := errors.Join(
		create(&r.calls, dir, "calls"), create(&r.cases, dir, "cases"), create(&r.scores, dir, "scores"),
		create(&r.changed, dir, "changes"),
		create(&r.tools, dir, "tools"), create(&r.candidates, dir, "candidates"), create(&r.events, dir, "events"),
	)
	if err == nil {
		r.texts, err = newTexts(dir)
	}
	if err != nil {
		return nil, errors.Join(err, r.Abort())
	}
	return r, nil
}

// create begins one file.
func create[T row](file **parquetFile[T], dir, name string) (err error) {
	*file, err = createParquet[T](dir, name)
	return err
}

// Add writes the rows of one more result.
func (r *Rows) Add(res *result.Result) error {
	defer r.texts.next()
	if err := r.addSteps(res); err != nil {
		return err
	}
	return errors.Join(
		writeAll(r.candidates, candidatesOf(res)), writeAll(r.scores, scoresOf(res)), writeAll(r.changed, r.changes(res)),
		r.texts.err, r.cases.write(caseOf(res)),
	)
}

// addSteps writes the rows of what happened in a case.
func (r *Rows) addSteps(res *result.Result) error {
	if res.Trace == nil {
		return nil
	}
	found := res.Trace.Retrievals()
	for i := range res.Trace.Steps {
		if len(found) > 0 && found[0].Step == i { // its candidates have rows
			found = found[1:]
			continue
		}
		if err := r.addStep(res.Suite, res.Case, &res.Trace.Steps[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Rows) addStep(suite, id string, s *trace.Step) error {
	switch {
	case s.Call != nil:
		row, err := r.call(suite, id, *s)
		return errors.Join(err, r.calls.write(row))
	case s.Tool != nil:
		return errors.Join(r.tools.write(r.tool(suite, id, *s)), r.texts.err)
	case isEvent(s):
		row, err := eventOf(suite, id, s)
		return errors.Join(err, r.events.write(row))
	}
	return nil
}

func writeAll[T row](file *parquetFile[T], rows []T) error {
	for _, row := range rows {
		if err := file.write(row); err != nil {
			return err
		}
	}
	return nil
}

// Empty says whether no result has come yet.
func (r *Rows) Empty() bool { return r.cases.rows == 0 }

// rowFile is one of the files.
type rowFile interface {
	finish() error
	publish() error
	abort() error
}

// files are all files, the texts last: to finish them may need memory again.
func (r *Rows) files() []rowFile {
	return []rowFile{r.calls, r.scores, r.changed, r.tools, r.candidates, r.events, r.cases, r.texts}
}

// Close ends the files, reads each one again, and gives all of them their names.
func (r *Rows) Close() (Counts, error) {
	for _, f := range r.files() {
		if err := f.finish(); err != nil {
			return Counts{}, errors.Join(err, r.Abort())
		}
	}
	for _, f := range r.files() {
		if err := f.publish(); err != nil {
			return Counts{}, errors.Join(err, r.Abort())
		}
	}
	return Counts{
		r.calls.rows, r.cases.rows, r.scores.rows, r.changed.rows,
		r.tools.rows, r.candidates.rows, r.events.rows, r.texts.file.rows,
	}, nil
}

// Abort takes away what was begun. After Close it does nothing.
func (r *Rows) Abort() error {
	var errs []error
	for _, f := range r.files() {
		errs = append(errs, f.abort())
	}
	return errors.Join(errs...)
}
