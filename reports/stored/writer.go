package stored

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/journal"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Writer writes the folder of a run in progress.
type Writer struct {
	Name  string // of the folder (RunName): 20261121-181233-ab12
	dir   string // the parent folder
	lock  *disk.Lock
	rows  tables
	asked models
	kept  bool // it has become the last run
	ended bool

	journal *journal.Journal // nil: the run cannot be resumed
	shard   *Shard           // nil: it is no shard, but a run
}

// Create makes the folder of a run below dir, and dir itself. It removes leftovers of killed runs there. The folder is
// locked while the run is in progress, which distinguishes it from leftovers.
func Create(dir string, started time.Time) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if err := removeLeftovers(dir); err != nil {
		return nil, err
	}
	run, err := newFolder(dir, started)
	if err != nil {
		return nil, err
	}
	of, err := rows.NewWriter(run.path())
	if err != nil {
		return nil, errors.Join(err, run.lock.Release(), os.Remove(run.path()))
	}
	run.rows = of
	return run, nil
}

// newFolder makes a new folder for a run below dir, and locks it.
func newFolder(dir string, started time.Time) (*Writer, error) {
	for ; ; started = started.Add(time.Second/parts + 1) {
		run := &Writer{Name: RunName(started), dir: dir, asked: models{}}
		err := os.Mkdir(run.path(), 0o755)
		if errors.Is(err, fs.ErrExist) {
			continue // two runs that began at once
		}
		if err != nil {
			return nil, err
		}
		run.lock, err = disk.WaitForLock(context.Background(), filepath.Join(run.path(), disk.LockName), "run")
		if errors.Is(err, fs.ErrNotExist) {
			continue // another run, which began at the same time, took it for a leftover before it was locked
		}
		if err != nil {
			return nil, errors.Join(err, os.Remove(run.path()))
		}
		return run, nil
	}
}

func (w *Writer) path() string { return filepath.Join(w.dir, w.Name) }

// Add keeps one more case in the journal, and writes its rows.
func (w *Writer) Add(c *rows.Case) error {
	w.asked.add(c)
	if w.journal != nil && !c.Resumed && c.Status != result.StatusOrphan { // orphans are found again
		if err := w.journal.Add(c.Result); err != nil {
			return err
		}
	}
	return w.rows.Add(c)
}

// Close ends the tables, writes run.json, and makes this the last run. It fills in info's Name, SchemaVersion, Models
// and Rows. An empty run leaves no folder, and an interrupted one keeps its journal.
func (w *Writer) Close(info Info) (err error) {
	if w.rows.Empty() && !hasFiles(w.recordings()) {
		return w.Abort()
	}
	if info.Rows, err = w.rows.Close(); err != nil {
		return errors.Join(err, w.Abort())
	}
	w.ended, info.Models = true, w.asked.list()
	if err := w.keep(info); err != nil {
		return errors.Join(err, w.journal.Close())
	}
	err = w.endJournal(info.Interrupted)
	return errors.Join(err, w.lock.Release())
}

// KeepRecordings makes the folder for servers' answers in this run, and writes run.json, so that the answers are usable
// however the run ends.
func (w *Writer) KeepRecordings(info Info) (dir string, err error) {
	if err := os.Mkdir(w.recordings(), 0o755); err != nil {
		return "", err
	}
	info.Interrupted = true
	return w.recordings(), w.write(info)
}

func (w *Writer) recordings() string { return filepath.Join(w.path(), recordingsDir) }

// Kept reports whether this has become the last run.
func (w *Writer) Kept() bool { return w.kept }

// write writes run.json.
func (w *Writer) write(info Info) error {
	info.Name, info.SchemaVersion, info.Shard = w.Name, rows.SchemaVersion, w.shard
	text, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		return err
	}
	return disk.Write(filepath.Join(w.path(), infoFile), append(text, '\n'), 0o644)
}

// keep writes run.json and makes this the last run, unless it is a shard.
func (w *Writer) keep(info Info) error {
	if err := w.write(info); err != nil || w.shard != nil {
		return err
	}
	err := w.last()
	w.kept = err == nil
	return err
}

// KeepUnbegun makes a run that ended before its first case the last one: a folder below dir with only a run.json.
// Without an earlier run, which could be mistaken for this one, nothing is written.
func KeepUnbegun(dir string, info Info) error {
	if _, err := os.Lstat(filepath.Join(dir, LatestFile)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	run, err := newFolder(dir, info.Started)
	if err != nil {
		return err
	}
	return errors.Join(run.keep(info), run.lock.Release())
}

// last makes this the last run. The file is first written in the run's own folder, so that a leftover can be
// attributed.
func (w *Writer) last() error {
	own := filepath.Join(w.path(), LatestFile)
	if err := disk.Write(own, []byte(w.Name+"\n"), 0o644); err != nil {
		return err
	}
	return os.Rename(own, filepath.Join(w.dir, LatestFile))
}

// Abort removes the tables, and the folder unless it has servers' answers or a journal with a case. After Close it does
// nothing.
func (w *Writer) Abort() error {
	if w.ended {
		return nil
	}
	w.ended = true
	err := errors.Join(w.rows.Abort(), w.journal.Close())
	switch {
	case w.journal != nil && !w.journal.Empty():
		err = errors.Join(err, removeTables(w.path()))
	case !hasFiles(w.recordings()):
		return errors.Join(err, w.lock.Release(), os.RemoveAll(w.path()))
	}
	return errors.Join(err, w.lock.Release())
}

// ReadOnly reports whether err means that nothing may be written there.
func ReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

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

// endJournal closes the journal, and removes it unless the run was interrupted or is a shard.
func (w *Writer) endJournal(interrupted bool) error {
	if w.journal == nil {
		return nil
	}
	err := errors.Join(w.journal.Close(), disk.SyncFolder(w.path()))
	if interrupted || w.shard != nil || err != nil {
		return err
	}
	w.journal = nil
	return os.Remove(filepath.Join(w.path(), journalFile))
}
