package stored

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
)

// readerPrefix begins the name of the file whose lock a process has while it reads the answers of a run.
const readerPrefix = lockfile.Name + "."

// Reading says, until the lock is released, that this process reads the answers of the run: nobody removes it. In a
// folder where nothing can be written there is no lock, and nothing to remove; a nil lock is none.
func (r *Run) Reading() (*lockfile.Lock, error) {
	lock, err := lockfile.Try(filepath.Join(r.folder, fmt.Sprint(readerPrefix, os.Getpid())), "run")
	if ReadOnly(err) {
		return nil, nil
	}
	return lock, err
}

// inUse reports whether a run is at work in a folder, or another one reads its answers.
func inUse(folder string) bool {
	if lockfile.Held(filepath.Join(folder, lockfile.Name)) {
		return true
	}
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), readerPrefix) && lockfile.Held(filepath.Join(folder, e.Name())) {
			return true
		}
	}
	return false
}
