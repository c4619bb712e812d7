package stored

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// Faults writes only the table of faults, as DIR/faults.parquet. Close replaces an older one.
type Faults struct {
	*rows.FaultsWriter
	folder string
	lock   *disk.Lock // of the folder: its process is alive
}

// NewFaults begins the file below the folder of reports, which it makes, and removes leftovers of killed commands
// there.
func NewFaults(dir string) (*Faults, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if err := removeLeftovers(dir); err != nil {
		return nil, err
	}
	for {
		folder, err := os.MkdirTemp(dir, faultsPrefix)
		if err != nil {
			return nil, err
		}
		lock, err := disk.WaitForLock(context.Background(), filepath.Join(folder, disk.LockName), "faults")
		if errors.Is(err, fs.ErrNotExist) {
			continue // another command took it for a leftover before it was locked
		}
		f := &Faults{folder: folder, lock: lock}
		if err == nil {
			f.FaultsWriter, err = rows.NewFaultsWriter(dir, folder)
		}
		if err != nil {
			return nil, errors.Join(err, f.remove())
		}
		return f, nil
	}
}

// Close ends the file, reads it again, and gives it its name.
func (f *Faults) Close() error { return errors.Join(f.FaultsWriter.Close(), f.remove()) }

// Abort removes the unfinished file. After Close it does nothing.
func (f *Faults) Abort() error { return errors.Join(f.FaultsWriter.Abort(), f.remove()) }

// remove removes the folder, once.
func (f *Faults) remove() error {
	if f.folder == "" {
		return nil
	}
	err := errors.Join(f.lock.Release(), os.Remove(f.folder))
	f.folder = ""
	if errors.Is(err, fs.ErrNotExist) { // removed by another command once its lock was free
		return nil
	}
	return err
}
