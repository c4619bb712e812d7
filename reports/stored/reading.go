package stored

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// Reading says, until the lock is released, that this process reads the answers of the run: nobody removes it. In a
// folder where nothing can be written there is no lock, and nothing to remove; a nil lock is none.
func (r *Run) Reading() (*disk.Lock, error) {
	lock, err := disk.TryLock(filepath.Join(r.folder, fmt.Sprint(readerPrefix, os.Getpid())), "run")
	if ReadOnly(err) {
		return nil, nil
	}
	return lock, err
}
