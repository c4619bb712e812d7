package stored

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// readerPrefix is the prefix of the lock file that a process holds while it reads the answers of a run.
const readerPrefix = disk.LockName + "."

// inUse reports whether a run is in progress in a folder, or another one reads its answers.
func inUse(folder string) bool {
	if disk.Held(filepath.Join(folder, disk.LockName)) {
		return true
	}
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), readerPrefix) && disk.Held(filepath.Join(folder, e.Name())) {
			return true
		}
	}
	return false
}
