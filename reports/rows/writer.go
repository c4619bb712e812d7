// Package rows stores a run as Parquet tables: a Writer writes them during a run, and Read turns them into the Cases
// that every report receives. docs/parquet.md documents the tables.
//
// Each table has a file with the type of its rows. A text of any length is in the table texts and is named by its
// digest. A pointer is a column that may be NULL; a plain value never is, not even when it is zero.
package rows

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Tables returns the names of a run's tables, in the order of listings. Each is a file, NAME.parquet.
func Tables() []string {
	return []string{"cases", "turns", "calls", "scores", "figures", "changes", "parts", "tools", "candidates",
		"events", "faults", coverageTable, "texts"}
}

// Kept returns the names of the tables that the folder of a run may have: also that of the last comparison with it.
func Kept() []string { return append(Tables(), pairsTable) }

// Writer writes the results of a run as Parquet files, one for each of Tables. The same results, in the same order,
// make the same bytes, without wall time or the name of the run. The files get their names at Close; before it, and
// after Abort, there are none.
type Writer struct {
	calls      *parquetFile[callRow]
	cases      *parquetFile[caseRow]
	turns      *parquetFile[TurnRow]
	scores     *parquetFile[scoreRow]
	figures    *parquetFile[figureRow]
	changed    *parquetFile[changeRow]
	edited     *parquetFile[partRow]
	tools      *parquetFile[toolUseRow]
	candidates *parquetFile[CandidateRow]
	events     *parquetFile[eventRow]
	faults     *parquetFile[cellRow]
	coverage   covering
	texts      *texts
}

// Counts is how many rows each file has.
type Counts struct {
	Calls      int64 `json:"calls"`
	Cases      int64 `json:"cases"`
	Turns      int64 `json:"turns"`
	Scores     int64 `json:"scores"`
	Figures    int64 `json:"figures"`
	Changes    int64 `json:"changes"`
	Parts      int64 `json:"parts"`
	Tools      int64 `json:"tools"`
	Candidates int64 `json:"candidates"`
	Events     int64 `json:"events"`
	Faults     int64 `json:"faults"`
	Coverage   int64 `json:"coverage"`
	Texts      int64 `json:"texts"`
}

// NewWriter begins the files in a folder that exists.
func NewWriter(dir string) (*Writer, error) {
	w, with := &Writer{}, newCodec()
	err := errors.Join(
		create(&w.calls, dir, "calls", with), create(&w.cases, dir, "cases", with),
		create(&w.scores, dir, "scores", with), create(&w.figures, dir, "figures", with),
		create(&w.changed, dir, "changes", with), create(&w.edited, dir, "parts", with),
		create(&w.tools, dir, "tools", with), create(&w.candidates, dir, "candidates", with),
		create(&w.events, dir, "events", with),
		create(&w.faults, dir, "faults", with), create(&w.turns, dir, "turns", with),
		create(&w.coverage.file, dir, coverageTable, with),
	)
	if err == nil {
		w.texts, err = newTexts(dir, with)
	}
	if err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	return w, nil
}

// create begins one file.
func create[T row](file **parquetFile[T], dir, name string, with *codec) (err error) {
	*file, err = createParquet[T](dir, name, with)
	return err
}

// Add writes the rows of one more case.
func (w *Writer) Add(c *Case) error {
	defer w.texts.next()
	if err := w.addSteps(c.Result); err != nil {
		return err
	}
	parts, err := w.texts.parts(c)
	if err != nil {
		return err
	}
	return errors.Join(
		writeAll(w.candidates, candidatesOf(c.Result)), writeAll(w.scores, scoresOf(c.Result)),
		writeAll(w.figures, figuresOf(c.Result)),
		writeAll(w.changed, w.texts.changes(c)), writeAll(w.edited, parts),
		writeAll(w.faults, cellsOf(c.Suite, c.Case, c.Cells)), w.coverage.add(c),
		w.cases.write(w.texts.rowOf(c)), w.texts.err,
	)
}

// addSteps writes the rows of what happened in a case, step by step, and of its turns.
func (w *Writer) addSteps(res *result.Result) error {
	if res.Trace == nil {
		return nil
	}
	found := res.Trace.Retrievals()
	for i := range res.Trace.Steps {
		if len(found) > 0 && found[0].Step == i { // its candidates have rows
			found = found[1:]
			continue
		}
		if err := w.addStep(res, &res.Trace.Steps[i]); err != nil {
			return err
		}
	}
	turns, err := w.texts.turns(res)
	return errors.Join(err, writeAll(w.turns, turns))
}

func (w *Writer) addStep(res *result.Result, s *trace.Step) error {
	switch {
	case s.Call != nil:
		if len(w.calls.batch) == 0 {
			w.texts.reuse()
		}
		row, err := w.texts.call(res, *s)
		return errors.Join(err, w.calls.write(row))
	case s.Tool != nil:
		return errors.Join(w.tools.write(w.texts.tool(res, *s)), w.texts.err)
	case isEvent(s):
		row, err := eventOf(res, s)
		return errors.Join(err, w.events.write(row))
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

// Empty reports whether no case was added.
func (w *Writer) Empty() bool { return w.cases.rows == 0 }

// rowFile is one of the files.
type rowFile interface {
	finish() error
	publish() error
	abort() error
}

// files returns all files, the texts last: finishing them may need memory again.
func (w *Writer) files() []rowFile {
	return []rowFile{w.calls, w.scores, w.figures, w.changed, w.edited, w.tools, w.candidates, w.events, w.faults,
		w.turns, w.coverage.file, w.cases, w.texts}
}

// Close ends the files, verifies each one, and gives them their names.
func (w *Writer) Close() (Counts, error) {
	if err := w.coverage.end(); err != nil {
		return Counts{}, errors.Join(err, w.Abort())
	}
	for _, f := range w.files() {
		if err := f.finish(); err != nil {
			return Counts{}, errors.Join(err, w.Abort())
		}
	}
	for _, f := range w.files() {
		if err := f.publish(); err != nil {
			return Counts{}, errors.Join(err, w.Abort())
		}
	}
	return Counts{
		w.calls.rows, w.cases.rows, w.turns.rows, w.scores.rows, w.figures.rows, w.changed.rows, w.edited.rows,
		w.tools.rows, w.candidates.rows, w.events.rows, w.faults.rows, w.coverage.file.rows, w.texts.file.rows,
	}, nil
}

// Abort removes unfinished files. After Close it does nothing.
func (w *Writer) Abort() error {
	var errs []error
	for _, f := range w.files() {
		errs = append(errs, f.abort())
	}
	return errors.Join(errs...)
}
