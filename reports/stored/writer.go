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
)

// Writer writes the folder of a run that is at work.
type Writer struct {
	Name  string // of the folder (RunName): 20261121-181233-ab12
	dir   string // that the folder stands in
	lock  *disk.Lock
	rows  *rows.Writer
	asked models
	kept  bool // it has become the last run
	ended bool
}

// Create makes the folder of a run below dir, and dir itself. It takes away what killed runs left there. While the run
// is at work its folder is locked, so that the next one tells it from those.
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
	if run.rows, err = rows.NewWriter(run.path()); err != nil {
		return nil, errors.Join(err, run.lock.Release(), os.Remove(run.path()))
	}
	return run, nil
}

// newFolder makes a folder of its own for a run below dir, and locks it.
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

// Add writes the rows of one more case.
func (w *Writer) Add(c *rows.Case) error {
	w.asked.add(c)
	return w.rows.Add(c)
}

// Close ends the tables, writes run.json, and makes this the last run. It fills in info's Name, SchemaVersion,
// Models and Rows. A run of nothing leaves no folder.
func (w *Writer) Close(info Info) (err error) {
	if w.rows.Empty() && !hasFiles(w.recordings()) {
		return w.Abort()
	}
	if info.Rows, err = w.rows.Close(); err != nil {
		return errors.Join(err, w.Abort())
	}
	w.ended, info.Models = true, w.asked.list()
	return w.keep(info)
}

// KeepRecordings makes the folder for what servers say in this run, and says in run.json whose it is: whatever ends the
// run, its answers can be used.
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
	info.Name, info.SchemaVersion = w.Name, rows.SchemaVersion
	text, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		return err
	}
	return disk.Write(filepath.Join(w.path(), infoFile), append(text, '\n'), 0o644)
}

// keep writes run.json and makes this the last run.
func (w *Writer) keep(info Info) error {
	if err := w.write(info); err != nil {
		return err
	}
	err := w.last()
	w.kept = err == nil
	return errors.Join(err, w.lock.Release())
}

// KeepUnbegun makes a run that ended before its first case the last one: a folder below dir with a run.json alone.
// Where there was no run before, nobody can mistake one for this, and nothing is written.
func KeepUnbegun(dir string, info Info) error {
	if _, err := os.Lstat(filepath.Join(dir, LatestFile)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	run, err := newFolder(dir, info.Started)
	if err != nil {
		return err
	}
	return run.keep(info)
}

// last makes this the last run. The file is made in the run's own folder, where it is known whose it is.
func (w *Writer) last() error {
	own := filepath.Join(w.path(), LatestFile)
	if err := disk.Write(own, []byte(w.Name+"\n"), 0o644); err != nil {
		return err
	}
	return os.Rename(own, filepath.Join(w.dir, LatestFile))
}

// Abort takes the folder away, unless it holds what servers have said. After Close it does nothing.
func (w *Writer) Abort() error {
	if w.ended {
		return nil
	}
	w.ended = true
	if hasFiles(w.recordings()) {
		return errors.Join(w.rows.Abort(), w.lock.Release())
	}
	return errors.Join(w.rows.Abort(), w.lock.Release(), os.RemoveAll(w.path()))
}

// ReadOnly reports whether err means that nothing may be written there.
func ReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
