package stored

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// faultsPrefix is the prefix of the folder of an unfinished matrix of faults.
const faultsPrefix = ".faults-"

// Leftovers returns the folders of runs below dir that were killed, or killed while they removed an older one, and
// those of matrices of faults, by name: their process is dead, and they are incomplete.
func Leftovers(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var left []string
	for _, e := range entries {
		folder := filepath.Join(dir, e.Name())
		if e.IsDir() && (begins(e.Name()) && unfinished(folder) ||
			halfRemoved(e.Name()) && !disk.Held(filepath.Join(folder, disk.LockName))) {
			left = append(left, e.Name())
		}
	}
	return left, nil
}

// begins reports whether a folder name is that of a run or a matrix of faults.
func begins(name string) bool {
	return runFolder.MatchString(name) || strings.HasPrefix(name, faultsPrefix)
}

// unfinished reports whether a run's folder was left by an ended process: it has no run.json, or a lock file that
// nobody holds.
func unfinished(folder string) bool {
	lock := filepath.Join(folder, disk.LockName)
	if disk.Held(lock) {
		return false
	}
	_, err := os.Lstat(filepath.Join(folder, infoFile))
	return errors.Is(err, fs.ErrNotExist) || disk.LeftLocks(lock)
}

// removeLeftovers removes leftovers of killed runs below dir. Those that cannot be removed stay, and check reports
// them.
func removeLeftovers(dir string) error {
	left, err := Leftovers(dir)
	if err != nil || len(left) == 0 {
		return err
	}
	below, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer below.Close()
	for _, name := range left {
		if halfRemoved(name) {
			empty(below, name)
			continue
		}
		folder := filepath.Join(dir, name)
		lock, err := disk.TryLock(filepath.Join(folder, disk.LockName), "run")
		if err != nil {
			continue // a run that has just begun, or a foreign file
		}
		removeRows(folder)
		lock.Release()
		os.Remove(folder) // fails if it is not empty: run.json, or a foreign file
	}
	return nil
}

// removeRows removes the files of an incomplete run, and the temporary files of a complete one.
func removeRows(folder string) {
	_, err := os.Lstat(filepath.Join(folder, infoFile))
	whole := err == nil
	run, err := readRun(folder)
	ended := !whole || err == nil && !run.Interrupted
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		of, begun := disk.Unfinished(e.Name())
		begun = begun && (of == infoFile || of == LatestFile || of == journalFile || of == PageFile) ||
			e.Name() == LatestFile || unfinishedRows.MatchString(e.Name())
		if begun || !whole && strings.HasSuffix(e.Name(), ".parquet") || ended && e.Name() == journalFile {
			os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}
