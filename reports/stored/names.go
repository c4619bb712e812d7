package stored

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// runTime is how the name of a run begins.
const runTime = "20060102-150405"

// parts is into how many parts the names of runs divide a second.
const parts = 1 << 16

// RunName returns the name of a run that has begun at a time, whether it keeps a folder or not: names sort by time,
// also within a second.
func RunName(started time.Time) string {
	started = started.UTC()
	part := int64(started.Nanosecond()) * parts / int64(time.Second)
	return fmt.Sprintf("%s-%04x", started.Format(runTime), part)
}

// maxLatest is how much of a file is read that names a run, in bytes.
const maxLatest = 4 << 10

// shownFile names, in the folder of reports, the newest run that has shown its changes for review, also one that has
// kept no report and found nothing changed.
const shownFile = "shown"

// NoteShown notes below dir that a run has shown its changes. Where there is no such folder nothing is noted, unless
// the run has left changes for review: without any nobody can mistake those of another run for its own.
func NoteShown(dir, name string, left bool) error {
	if left {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	} else if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil
	}
	if before, err := LastShown(dir); err == nil && before > name { // of two runs at once
		return nil
	}
	return disk.Write(filepath.Join(dir, shownFile), []byte(name+"\n"), 0o644)
}

// LastShown returns the name of the newest run that NoteShown has noted below dir; empty: there is none.
func LastShown(dir string) (string, error) {
	text, err := disk.ReadFile(filepath.Join(dir, shownFile), maxLatest)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if name := strings.TrimSpace(string(text)); err == nil && runFolder.MatchString(name) {
		return name, nil
	}
	return "", err // what no run has written says nothing
}
