package reports

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/suites"
)

// FindRun is the folder of a run: one that lies there, or by its name below dir; "latest" is the last one.
func FindRun(dir, name string) (string, error) {
	if name == LatestFile {
		text, err := os.ReadFile(filepath.Join(dir, LatestFile))
		if err != nil {
			return "", fmt.Errorf("there is no run yet below %s: `beaver-eval run` makes one", dir)
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
	text, err := os.ReadFile(file)
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
		sizes.Add(row.Suite, row.Case, row.Path, row.size())
	}
}

// sizeRow is what of a call's row tells its size.
type sizeRow struct {
	Suite    string `parquet:"suite,dict"`
	Case     string `parquet:"case_id,dict"`
	Path     string `parquet:"path,dict"`
	Source   string `parquet:"source,dict"`
	Match    string `parquet:"match,dict"`
	Carried  bool   `parquet:"carried"`
	Input    *int64 `parquet:"gen_ai.usage.input_tokens"`
	Tokens   int64  `parquet:"tokens_prompt"`
	Estimate *int64 `parquet:"estimate_prompt"` // NULL: the file is older than the column
	Duration *int64 `parquet:"duration_ns"`
}

func (r *sizeRow) size() suites.CallSize {
	call := suites.Call{Origin: originOf(r.Source, r.Match, r.Carried)}
	size := suites.CallSize{Tokens: int(r.Tokens), Counted: r.Input != nil && call.Asked()}
	switch {
	case r.Estimate != nil:
		size.Estimate = int(*r.Estimate)
	case r.Input == nil:
		size.Estimate = size.Tokens
	}
	if r.Duration != nil && call.Asked() {
		size.Took = time.Duration(*r.Duration)
	}
	return size
}
