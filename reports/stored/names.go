package stored

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// runTime is the time format at the beginning of a run's name.
const runTime = "20060102-150405"

// parts is the number of parts into which the names of runs divide a second.
const parts = 1 << 16

// RunName returns the name of a run that began at a time, even one without a folder: names sort by time, also within a
// second.
func RunName(started time.Time) string {
	started = started.UTC()
	part := int64(started.Nanosecond()) * parts / int64(time.Second)
	return fmt.Sprintf("%s-%04x", started.Format(runTime), part)
}

// maxLatest limits the size of a file that names a run, in bytes.
const maxLatest = 4 << 10

// shownFile names, in the folder of reports, the newest run that has shown its changes for review, even one without a
// report or changes.
const shownFile = "shown"

// NoteShown records below dir that a run has shown its changes. Without such a folder it does nothing, unless the run
// left changes for review: otherwise there are none to mistake for another run's. Of concurrent runs, the one that
// began last counts; a resumed run began now.
func NoteShown(dir, name string, left, resumed bool) error {
	if left {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	} else if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil
	}
	if before, err := LastShown(dir); err == nil && before > name && !resumed {
		return nil
	}
	return disk.Write(filepath.Join(dir, shownFile), []byte(name+"\n"), 0o644)
}

// LastShown returns the name of the newest run recorded by NoteShown below dir; empty: none.
func LastShown(dir string) (string, error) {
	text, err := disk.ReadFile(filepath.Join(dir, shownFile), maxLatest)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if name := strings.TrimSpace(string(text)); err == nil && runFolder.MatchString(name) {
		return name, nil
	}
	return "", err // foreign content is ignored
}

// runFolder matches the name of a run's folder.
var runFolder = regexp.MustCompile(`^[0-9]{8}-[0-9]{6}-[0-9a-f]{4}$`)

// removedPrefix is the prefix of a run's folder being removed, so that its rest does not count as a complete run.
const removedPrefix = ".removed-"

// halfRemoved reports whether a folder is that of a run being removed, or not completely removed.
func halfRemoved(name string) bool {
	of, removed := strings.CutPrefix(name, removedPrefix)
	return removed && runFolder.MatchString(of)
}
