package stored

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// Reading marks, until the lock is released, that this process reads the answers of the run, so that it is not removed.
// A read-only folder needs no lock, and the result is nil.
func (r *Run) Reading() (*disk.Lock, error) {
	lock, err := disk.TryLock(filepath.Join(r.folder, fmt.Sprint(readerPrefix, os.Getpid())), "run")
	if ReadOnly(err) {
		return nil, nil
	}
	return lock, err
}
