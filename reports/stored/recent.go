package stored

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Recent returns the last runs below dir that have cases, at most so many, in the order in which they began. A folder
// whose run.json cannot be read is passed over, as Prune does.
func Recent(dir string, most int) ([]*Run, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var runs []*Run
	for _, e := range slices.Backward(entries) { // by name, and so by time
		if len(runs) == most {
			break
		}
		if !runFolder.MatchString(e.Name()) {
			continue
		}
		if run, err := readRun(filepath.Join(dir, e.Name())); err == nil && run.Rows.Cases > 0 {
			runs = append(runs, run)
		}
	}
	slices.Reverse(runs)
	return runs, nil
}
