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

// removedPrefix begins the name of a run's folder once it is being removed: nobody takes what is left for a whole run.
const removedPrefix = ".removed-"

// unfinishedRows is what a Parquet file is called until it is whole.
var unfinishedRows = regexp.MustCompile(`\.parquet(\.once)?\.tmp$`)

// written reports whether a run has written an entry of its folder.
func written(folder string, e fs.DirEntry) bool {
	name := e.Name()
	if name == recordingsDir && e.IsDir() {
		return onlyRecordings(filepath.Join(folder, name))
	}
	of, begun := disk.Unfinished(name)
	table, _ := strings.CutSuffix(unfinishedRows.ReplaceAllString(name, ".parquet"), ".parquet")
	return e.Type().IsRegular() && (name == infoFile || name == LatestFile || name == disk.LockName ||
		strings.HasPrefix(name, readerPrefix) ||
		begun && (of == infoFile || of == LatestFile) ||
		table != name && slices.Contains(rows.Tables(), table))
}

// onlyRecordings reports whether a folder and those below it hold recordings alone, whole ones or begun.
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

// removable reports whether a run's folder holds nothing but what the run has written, and nothing of a person's.
func removable(folder string) bool {
	entries, err := os.ReadDir(folder)
	return err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !written(folder, e) })
}

// remove removes the folder of a run below dir. When another process is removing it too, one of them does.
func remove(dir, name string) error {
	below, err := os.OpenRoot(dir) // no link leads out of it
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

// empty removes the folder of a run that has been renamed to be removed. Meanwhile it is locked, as that of a run at
// work is, so that nobody takes it for a leftover.
func empty(dir *os.Root, name string) error {
	folder := filepath.Join(dir.Name(), name)
	lock, err := disk.TryLock(filepath.Join(folder, disk.LockName), "run")
	if _, held := errors.AsType[*disk.HeldError](err); held || errors.Is(err, fs.ErrNotExist) {
		return nil // another run removes it, or has removed it
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
