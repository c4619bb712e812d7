package stored

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
)

// readerPrefix begins the name of the file whose lock a process has while it reads the answers of a run.
const readerPrefix = lockfile.Name + "."

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
