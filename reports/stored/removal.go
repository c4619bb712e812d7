package stored

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// unfinishedRows matches the name of an incomplete Parquet file.
var unfinishedRows = regexp.MustCompile(`\.parquet(\.once|\.[0-9]+)?\.tmp$`)

// written reports whether a run wrote an entry of its folder.
func written(folder string, e fs.DirEntry) bool {
	name := e.Name()
	if name == recordingsDir && e.IsDir() {
		return onlyRecordings(filepath.Join(folder, name))
	}
	of, begun := disk.Unfinished(name)
	table, _ := strings.CutSuffix(unfinishedRows.ReplaceAllString(name, ".parquet"), ".parquet")
	return e.Type().IsRegular() && (name == infoFile || name == LatestFile || name == disk.LockName ||
		name == journalFile || name == PageFile ||
		strings.HasPrefix(name, readerPrefix) ||
		begun && (of == infoFile || of == LatestFile || of == journalFile || of == PageFile) ||
		table != name && slices.Contains(rows.Kept(), table))
}

// onlyRecordings reports whether a folder and those below it hold only recordings, complete or not.
func onlyRecordings(dir string) bool {
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		of, begun := disk.Unfinished(e.Name())
		if !begun {
			of = e.Name()
		}
		if err == nil && !e.IsDir() && (!e.Type().IsRegular() || filepath.Ext(of) != ".jsonl") {
			err = fs.ErrExist
		}
		return err
	})
	return err == nil
}

// removable reports whether a run's folder holds only files written by the run.
func removable(folder string) bool {
	entries, err := os.ReadDir(folder)
	return err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !written(folder, e) })
}

// remove removes the folder of a run below dir. If another process is removing it too, one of them does.
func remove(dir, name string) error {
	below, err := os.OpenRoot(dir) // no link can lead out of it
	if err != nil {
		return err
	}
	defer below.Close()
	err = below.Rename(name, removedPrefix+name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return empty(below, removedPrefix+name)
}

// empty removes a run's folder after its renaming. Meanwhile it is locked, like that of a run in progress, so that it
// does not count as a leftover.
func empty(dir *os.Root, name string) error {
	folder := filepath.Join(dir.Name(), name)
	lock, err := disk.TryLock(filepath.Join(folder, disk.LockName), "run")
	if _, held := errors.AsType[*disk.HeldError](err); held || errors.Is(err, fs.ErrNotExist) {
		return nil // another run is removing it, or has done so
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	entries, err := os.ReadDir(folder)
	errs := []error{err}
	for _, e := range entries {
		switch {
		case e.Name() == disk.LockName || !written(folder, e):
		case e.IsDir():
			errs = append(errs, dir.RemoveAll(path.Join(name, e.Name())))
		default:
			errs = append(errs, dir.Remove(path.Join(name, e.Name())))
		}
	}
	errs = append(errs, lock.Release())
	if err := dir.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// removeTables removes the tables of a run, complete or not, and the page made of them.
func removeTables(folder string) error {
	entries, err := os.ReadDir(folder)
	errs := []error{err}
	for _, e := range entries {
		if e.Name() == PageFile || strings.HasSuffix(e.Name(), ".parquet") || unfinishedRows.MatchString(e.Name()) {
			errs = append(errs, os.Remove(filepath.Join(folder, e.Name())))
		}
	}
	return errors.Join(errs...)
}
