package reports

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/regular"
	"github.com/beaver-eval/beaver-eval/suites"
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

// Baseline is an older run to compare with.
type Baseline struct {
	Total  []suites.Measure
	Suites map[string][]suites.Measure
	Calls  *suites.CallSizes // nil unless they were asked for
}

// ReadBaseline reads what the run of a folder has measured, and with calls the size of each of its calls.
func ReadBaseline(folder string, calls bool) (*Baseline, error) {
	info, err := ReadInfo(folder)
	if err != nil {
		return nil, err
	}
	b := &Baseline{Total: info.Measures, Suites: map[string][]suites.Measure{}}
	for _, s := range info.Suites {
		b.Suites[s.Suite] = s.Measures
	}
	if calls {
		b.Calls, err = readCallSizes(folder)
	}
	return b, err
}

func readCallSizes(folder string) (*suites.CallSizes, error) {
	r, err := openRows[sizeRow](folder, "calls")
	if err != nil {
		return nil, err
	}
	defer r.close()
	sizes := suites.NewCallSizes(int(r.rows))
	for {
		row, err := r.next()
		if row == nil || err != nil {
			sizes.Sort()
			return sizes, err
		}
		took := time.Duration(0)
		if row.Duration != nil {
			took = time.Duration(*row.Duration)
		}
		sizes.Add(row.Suite, row.Case, row.Path, int(row.Tokens), took)
	}
}

// sizeRow is what of a call's row tells its size.
type sizeRow struct {
	Suite    string `parquet:"suite,dict"`
	Case     string `parquet:"case_id,dict"`
	Path     string `parquet:"path,dict"`
	Tokens   int64  `parquet:"tokens_prompt"`
	Duration *int64 `parquet:"duration_ns"`
}
