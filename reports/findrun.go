package reports

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/regular"
)

// The limits of what is read whole of a run, in bytes.
const (
	maxLatest = 4 << 10
	maxInfo   = 64 << 20
)

// FindRun is the folder of a run: one that lies there, or by its name below dir; "latest" is the last one.
func FindRun(dir, name string) (string, error) {
	if name == LatestFile {
		text, err := regular.ReadFile(filepath.Join(dir, LatestFile), maxLatest)
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("there is no run yet below %s: `beaver-eval run` makes one", dir)
		}
		if err != nil {
			return "", err
		}
		name = strings.TrimSpace(string(text))
	}
	for _, folder := range []string{filepath.Join(dir, name), name} {
		if info, err := os.Stat(filepath.Join(folder, InfoFile)); err == nil && !info.IsDir() {
			return folder, nil
		}
	}
	return "", fmt.Errorf("there is no run %s: neither %s nor %s has a %s", name, filepath.Join(dir, name), name, InfoFile)
}

// OpenRun finds a run and reads its run.json. A run that ended before its first case has nothing to show: the error
// names the last one that has.
func OpenRun(dir, name string) (folder string, info *RunInfo, err error) {
	if folder, err = FindRun(dir, name); err != nil {
		return "", nil, err
	}
	if info, err = ReadInfo(folder); err != nil {
		return "", nil, err
	}
	if info.Rows.Cases > 0 {
		return folder, info, nil
	}
	err = fmt.Errorf("%s, ended before its first case: %s", info, printableLines(info.Error))
	if before := lastWithCases(dir, info.Run); before != nil {
		err = fmt.Errorf("%w\nthe last one with cases is %s: `beaver-eval report show %s`", err, before, before.Run)
	}
	return "", nil, err
}

// lastWithCases is the last run below dir before another one that has had a case; nil: there is none.
func lastWithCases(dir, before string) *RunInfo {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	second := before[:min(len(before), len(runTime))]
	for _, e := range slices.Backward(entries) { // by name, and so by time; what follows the second is drawn
		if e.Name() == before || e.Name()[:min(len(e.Name()), len(second))] > second {
			continue
		}
		if info, err := ReadInfo(filepath.Join(dir, e.Name())); err == nil && info.Rows.Cases > 0 {
			return info
		}
	}
	return nil
}

// ReadInfo reads the run.json of a run's folder.
func ReadInfo(folder string) (*RunInfo, error) {
	file := filepath.Join(folder, InfoFile)
	text, err := regular.ReadFile(file, maxInfo)
	if err != nil {
		return nil, err
	}
	var info RunInfo
	if err := json.Unmarshal(text, &info); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if info.SchemaVersion != SchemaVersion {
		return nil, fmt.Errorf("%s: schema_version %d; this program reads %d", file, info.SchemaVersion, SchemaVersion)
	}
	return &info, nil
}

// String says which run it was, and how it ended.
func (info *RunInfo) String() string {
	begun := info.Started.UTC().Format("2006-01-02 15:04:05 UTC")
	text := fmt.Sprintf("run %s, begun %s, exit code %d", info.Run, begun, info.Exit)
	if info.Interrupted {
		text += ", interrupted"
	}
	return text
}
