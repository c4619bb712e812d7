package stored

import (
	"io/fs"
	"path/filepath"
)

// recordingsDir is the subfolder of a run's folder with servers' answers.
const recordingsDir = "recordings"

// hasFiles reports whether there is a file in a folder or below it.
func hasFiles(dir string) bool {
	found := false
	filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			found = true
			return filepath.SkipAll
		}
		return nil
	})
	return found
}
