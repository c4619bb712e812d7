package stored

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/journal"
)

// journalFile is the file in a run's folder with its finished cases, until the run has ended.
const journalFile = "journal"

// KeepJournal begins the journal of the run, and writes run.json, so that the run can go on however it ends. s is the
// state in which it begins.
func (w *Writer) KeepJournal(info Info, s journal.State) (err error) {
	info.Interrupted = true
	if err := w.write(info); err != nil {
		return err
	}
	w.journal, err = journal.Create(filepath.Join(w.path(), journalFile), s)
	return err
}

// endJournal closes the journal, and removes it unless the run was interrupted.
func (w *Writer) endJournal(interrupted bool) error {
	if w.journal == nil {
		return nil
	}
	err := errors.Join(w.journal.Close(), disk.SyncFolder(w.path()))
	if interrupted || err != nil {
		return err
	}
	w.journal = nil
	return os.Remove(filepath.Join(w.path(), journalFile))
}

// Stopped is a run that has not ended, and can go on. Its folder is locked.
type Stopped struct {
	*Run
	Journal *journal.Journal
	lock    *disk.Lock
}

// OpenStopped finds a run below dir that has not ended; nil: it has no journal, but servers' answers.
func OpenStopped(dir, name string) (s *Stopped, err error) {
	folder, err := Find(dir, name)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, journalFile)
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		run, err := readRun(folder)
		if err != nil || run.Answers != nil {
			return nil, err
		}
		return nil, errEnded(filepath.Dir(folder), run)
	}
	s = &Stopped{}
	if s.lock, err = disk.TryLock(filepath.Join(folder, disk.LockName), "run"); err != nil {
		return nil, err
	}
	if s.Run, err = readRun(folder); err == nil {
		err = s.check(filepath.Dir(folder), time.Now())
	}
	if err == nil {
		s.Journal, err = journal.Open(file)
	}
	if err != nil {
		return nil, errors.Join(err, s.lock.Release())
	}
	return s, nil
}

// errEnded says that a run below dir has ended, and which one can go on.
func errEnded(dir string, run *Run) error {
	err := fmt.Errorf("%s: nothing of it is left to run", run)
	if run.Interrupted {
		err = fmt.Errorf("%s: no case of it was kept; run again", run)
	}
	before := lastBefore(dir, run.Name, func(r *Run) bool {
		return CanResume(dir, r.Name) || r.Answers != nil && hasFiles(filepath.Join(r.folder, recordingsDir))
	})
	if before != nil {
		err = fmt.Errorf("%w\nthe last one that can go on is %s: `beaver-eval run --resume %s`", err, before, before.Name)
	}
	return err
}

// check returns an error if the run has ended, or has not begun yet.
func (s *Stopped) check(dir string, now time.Time) error {
	switch {
	case !s.Interrupted:
		return errEnded(dir, s.Run)
	case now.Before(s.Started):
		return fmt.Errorf("%s, and the clock says %s: set the clock", s, now.UTC().Format(time.DateTime+" UTC"))
	}
	return nil
}

// Close lets others resume the run. After Continue it does nothing, and neither does a nil Stopped.
func (s *Stopped) Close() error {
	if s == nil || s.lock == nil {
		return nil
	}
	err := errors.Join(s.Journal.Close(), s.lock.Release())
	s.lock = nil
	return err
}

// Continue returns the writer of the run, which gets all its cases once more. Tables of the interrupted run are removed.
func (s *Stopped) Continue() (*Writer, error) {
	w := &Writer{Name: s.Name, dir: filepath.Dir(s.folder), lock: s.lock, asked: models{}, journal: s.Journal}
	info := s.Info
	info.Rows, info.Measures, info.Suites, info.Gates = rows.Counts{}, nil, nil, nil
	err := w.write(info)
	removeRows(s.folder)
	if err == nil {
		err = errors.Join(removeTables(s.folder), s.Journal.Continue())
	}
	if err == nil {
		w.rows, err = rows.NewWriter(s.folder)
	}
	if err != nil {
		return nil, err
	}
	s.lock = nil
	return w, nil
}

// removeTables removes the tables of a run, complete or not.
func removeTables(folder string) error {
	entries, err := os.ReadDir(folder)
	errs := []error{err}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".parquet") || unfinishedRows.MatchString(e.Name()) {
			errs = append(errs, os.Remove(filepath.Join(folder, e.Name())))
		}
	}
	return errors.Join(errs...)
}

// LastStopped returns the name of the last run below dir if it has not ended and can go on, even one that was killed
// and so is not the latest; empty: there is none. Runs that ended before their first case do not count.
func LastStopped(dir string) string {
	entries, _ := os.ReadDir(dir)
	for _, e := range slices.Backward(entries) { // by name, and so by time
		if !runFolder.MatchString(e.Name()) {
			continue
		}
		if CanResume(dir, e.Name()) {
			return e.Name()
		}
		if run, err := readRun(filepath.Join(dir, e.Name())); err == nil && run.Rows.Cases > 0 {
			return ""
		}
	}
	return ""
}

// CanResume reports whether a run below dir has not ended and can go on.
func CanResume(dir, name string) bool {
	folder := filepath.Join(dir, name)
	if _, err := os.Lstat(filepath.Join(folder, journalFile)); err != nil || inUse(folder) {
		return false
	}
	run, err := readRun(folder)
	return err == nil && run.Interrupted
}
