package stored

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/journal"
)

// Stopped is a run that has not ended, and can go on. Its folder is locked.
type Stopped struct {
	*Run
	Journal *journal.Journal
	lock    *disk.Lock
}

// OpenStopped finds a run below dir that has not ended; nil: it goes on by servers' answers, not by a journal.
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
	if run, err := readRun(folder); err == nil && run.Answers != nil { // a shard
		return nil, nil
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
		const words = "%w\nthe last one that can go on is %s: `beaver-eval run --resume %s`"
		err = fmt.Errorf(words, err, before, before.Name)
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

// Continue returns the writer of the run, which gets all its cases once more. Tables of the interrupted run are
// removed.
func (s *Stopped) Continue() (*Writer, error) {
	w := &Writer{Name: filepath.Base(s.folder), dir: filepath.Dir(s.folder), lock: s.lock, asked: models{},
		journal: s.Journal, shard: s.Shard, rows: noTables{}}
	info := s.Info
	info.Rows, info.Measures, info.Suites, info.Gates = rows.Counts{}, nil, nil, nil
	err := w.write(info)
	removeRows(s.folder)
	if err == nil {
		err = errors.Join(removeTables(s.folder), s.Journal.Continue())
	}
	if err == nil && s.Shard == nil {
		w.rows, err = rows.NewWriter(s.folder)
	}
	if err != nil {
		return nil, err
	}
	s.lock = nil
	return w, nil
}

// LastStopped returns the name of the last run below dir if it has not ended and can go on, even one that was killed
// and so is not the latest; empty: there is none. Runs that ended before their first case do not count.
func LastStopped(dir string) string {
	entries, _ := os.ReadDir(dir)
	for _, e := range slices.Backward(entries) { // by name, and so by time
		if !runFolder.MatchString(e.Name()) {
			continue
		}
		if CanResume(dir, e.Name()) || killedAsking(filepath.Join(dir, e.Name())) {
			return e.Name()
		}
		if run, err := readRun(filepath.Join(dir, e.Name())); err == nil && run.Rows.Cases > 0 {
			return ""
		}
	}
	return ""
}

// killedAsking reports whether a run was killed that asked servers: nothing but their answers is left of it.
func killedAsking(folder string) bool {
	run, err := readRun(folder)
	return err == nil && run.Answers != nil && run.Interrupted && run.Rows.Cases == 0 && !inUse(folder) &&
		hasFiles(filepath.Join(folder, recordingsDir))
}
