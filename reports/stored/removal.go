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

	"github.com/beaver-eval/beaver-eval/fixtures/atomicfile"
	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// removedPrefix begins the name of a run's folder once it is being removed: nobody takes what is left for a whole run.
const removedPrefix = ".removed-"

// recordingsFolder is where in a run's folder answers stand that nobody can ask for again.
const recordingsFolder = "recordings"

// unfinishedRows is what a Parquet file is called until it is whole.
var unfinishedRows = regexp.MustCompile(`\.parquet(\.once)?\.tmp$`)

// written reports whether a run has written an entry of its folder, and nobody needs it for anything but the run.
func written(folder string, e fs.DirEntry) bool {
	name := e.Name()
	if name == recordingsFolder && e.IsDir() {
		held, err := os.ReadDir(filepath.Join(folder, name))
		return err == nil && len(held) == 0
	}
	of, begun := atomicfile.Unfinished(name)
	table, _ := strings.CutSuffix(unfinishedRows.ReplaceAllString(name, ".parquet"), ".parquet")
	return e.Type().IsRegular() && (name == infoFile || name == LatestFile || name == lockfile.Name ||
		begun && (of == infoFile || of == LatestFile) ||
		table != name && slices.Contains(rows.Tables(), table))
}

// removable reports whether a run's folder holds nothing but what the run has written: neither recordings nor anything
// of a person's.
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
	lock, err := lockfile.Try(filepath.Join(folder, lockfile.Name), "run")
	if _, held := errors.AsType[*lockfile.HeldError](err); held || errors.Is(err, fs.ErrNotExist) {
		return nil // another run removes it, or has removed it
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	entries, err := os.ReadDir(folder)
	errs := []error{err}
	for _, e := range entries {
		if e.Name() != lockfile.Name && written(folder, e) {
			errs = append(errs, dir.Remove(path.Join(name, e.Name())))
		}
	}
	errs = append(errs, lock.Release())
	if err := dir.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
