// Package stored manages stored runs: their folders below reports, their run.json, and older runs as baselines.
package stored

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// maxInfo limits the size of a run.json, in bytes.
const maxInfo = 64 << 20

// Find returns the folder of a run, given as a path or as a name below dir; "latest" is the last one, "latest~1" the
// one with cases before it.
func Find(dir, name string) (string, error) {
	if name == "" {
		return "", errors.New("the name of a run is empty: want its name, a folder, or latest")
	}
	if before, is := strings.CutPrefix(name, LatestFile+"~"); is {
		return findBefore(dir, before)
	}
	if name == LatestFile {
		text, err := disk.ReadFile(filepath.Join(dir, LatestFile), maxLatest)
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("there is no run yet below %s: `beaver-eval run` makes one", dir)
		}
		if err != nil {
			return "", err
		}
		name = strings.TrimSpace(string(text))
	}
	for _, folder := range []string{filepath.Join(dir, name), name} {
		if info, err := os.Stat(filepath.Join(folder, infoFile)); err == nil && !info.IsDir() {
			return folder, nil
		}
	}
	const words = "there is no run %s: neither %s nor %s has a %s"
	return "", fmt.Errorf(words, name, filepath.Join(dir, name), name, infoFile)
}

// findBefore returns the folder of the run so many before the last one.
func findBefore(dir, before string) (string, error) {
	n, err := strconv.Atoi(before)
	if err != nil || n < 0 || n > mostBefore {
		return "", fmt.Errorf("%s~%s: want a number up to %d after ~", LatestFile, before, mostBefore)
	}
	runs, err := Recent(dir, n+1)
	if err != nil {
		return "", err
	}
	if len(runs) <= n {
		return "", fmt.Errorf("%s~%d: there %s only %s with cases below %s", LatestFile, n,
			wording.Plural(len(runs), "is", "are"), wording.Number(len(runs), "run"), dir)
	}
	return runs[0].folder, nil
}

// mostBefore is how far back latest~N reaches.
const mostBefore = 1000

// Run is a stored, finished run.
type Run struct {
	Info

	folder string
}

// Open finds a run and reads its run.json. A run that ended before its first case has nothing to show: the error names
// the last one with a case.
func Open(dir, name string) (*Run, error) {
	folder, err := Find(dir, name)
	if err != nil {
		return nil, err
	}
	run, err := readRun(folder)
	if err != nil || run.Rows.Cases > 0 {
		return run, err
	}
	if run.Shard != nil && !run.Interrupted {
		return nil, fmt.Errorf("%s, has no tables: `beaver-eval report merge` makes the report of all shards", run)
	}
	if name := filepath.Base(folder); CanResume(filepath.Dir(folder), name) {
		return nil, fmt.Errorf("%s, has no tables: `beaver-eval run --resume %s` continues it", run, name)
	}
	err = fmt.Errorf("%s, ended before its first case: %s", run, printable.Lines(run.Error))
	if before := lastWithCases(dir, run.Name); before != nil {
		const words = "%w\nthe last one with cases is %s: `beaver-eval report show %s`"
		err = fmt.Errorf(words, err, before, before.Name)
	}
	return nil, err
}

// readRun reads the run.json of a run's folder.
func readRun(folder string) (*Run, error) {
	file := filepath.Join(folder, infoFile)
	text, err := disk.ReadFile(file, maxInfo)
	if err != nil {
		return nil, err
	}
	run := &Run{folder: folder}
	if err := json.Unmarshal(text, &run.Info); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if v := run.SchemaVersion; v != rows.SchemaVersion {
		return nil, fmt.Errorf("%s: schema_version %d; this program reads %d", file, v, rows.SchemaVersion)
	}
	return run, nil
}

// Folder returns the folder of the run's files.
func (r *Run) Folder() string { return r.folder }

// Cases passes the run's cases to take, in order.
func (r *Run) Cases(ctx context.Context, with rows.With, take func(*rows.Case) error) error {
	return rows.Read(ctx, r.folder, with, func(c *rows.Case) error {
		c.Live = r.Answers != nil
		return take(c)
	})
}

// lastWithCases returns the last run with a case below dir before another one; nil: none.
func lastWithCases(dir, before string) *Run {
	return lastBefore(dir, before, func(r *Run) bool { return r.Rows.Cases > 0 })
}

// lastBefore returns the last matching run below dir before another one; nil: none.
func lastBefore(dir, before string, fits func(*Run) bool) *Run {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var last *Run
	for _, e := range slices.Backward(entries) { // by name, and so by time, except within a second in older versions
		if e.Name() == before || halfRemoved(e.Name()) || secondOf(e.Name()) > secondOf(before) {
			continue
		}
		if last != nil && secondOf(e.Name()) != secondOf(last.Name) {
			break
		}
		run, err := readRun(filepath.Join(dir, e.Name()))
		if err == nil && fits(run) && (last == nil || run.Started.After(last.Started)) {
			last = run
		}
	}
	return last
}

// secondOf returns the time part of a run's name.
func secondOf(name string) string { return name[:min(len(name), len(runTime))] }

// CanResume reports whether a run below dir has not ended and can go on.
func CanResume(dir, name string) bool {
	folder := filepath.Join(dir, name)
	if _, err := os.Lstat(filepath.Join(folder, journalFile)); err != nil || inUse(folder) {
		return false
	}
	run, err := readRun(folder)
	return err == nil && run.Interrupted
}

// Recent returns the last runs below dir that have cases, at most so many, in the order in which they began. A folder
// whose run.json cannot be read is passed over, as Prune does.
func Recent(dir string, most int) ([]*Run, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var runs []*Run
	for _, e := range slices.Backward(entries) { // by name, and so by time
		if len(runs) == most {
			break
		}
		if !runFolder.MatchString(e.Name()) {
			continue
		}
		if run, err := readRun(filepath.Join(dir, e.Name())); err == nil && run.Rows.Cases > 0 {
			runs = append(runs, run)
		}
	}
	slices.Reverse(runs)
	return runs, nil
}
