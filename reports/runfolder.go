package reports

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/atomicfile"
	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Files of a reports folder beside the Parquet files.
const (
	LatestFile = "latest"   // names the folder of the last run
	InfoFile   = "run.json" // in a run's folder: what differs from run to run
)

// Run is the folder of one run. A nil Run takes all results and writes nothing.
type Run struct {
	Name string // of the folder, by the time of the run: 20261121-181233-ab12
	dir  string // that the folder stands in
	lock *lockfile.Lock
	rows *Rows
	kept bool
}

// RunInfo is what run.json holds: all that may differ between two runs of the same cases.
type RunInfo struct {
	Run           string    `json:"run"`
	SchemaVersion int       `json:"schema_version"`
	Started       time.Time `json:"started"`
	Seconds       float64   `json:"seconds"`
	Arguments     []string  `json:"arguments"`
	Version       string    `json:"version"`
	Go            string    `json:"go"`
	Platform      string    `json:"platform"`
	Workers       int       `json:"workers"`
	Exit          int       `json:"exit"`        // the exit code
	Interrupted   bool      `json:"interrupted"` // cases that had not ended have no rows
	Error         string    `json:"error,omitempty"`
	Filter        *Filter   `json:"filter"` // what the run was narrowed to
	Rows          Counts    `json:"rows"`

	Baselines []Comparison     `json:"baselines,omitempty"`
	Gates     []metric.Verdict `json:"gates"`
	Measures  []metric.Measure `json:"measures"` // of all suites
	Suites    []SuiteMeasures  `json:"suites"`
}

// Filter is what a run was narrowed to: globs over suites, cases, and stages or paths of calls. Without any it was
// whole.
type Filter struct {
	Suites []string `json:"suites,omitempty"`
	Cases  []string `json:"cases,omitempty"`
	Stages []string `json:"stages,omitempty"`
}

// NewRun makes the folder of a run below dir, and dir itself. It takes away what killed runs left there. While the run
// is at work its folder is locked, so that the next one tells it from those.
func NewRun(dir string, started time.Time) (*Run, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if err := removeLeftovers(dir); err != nil {
		return nil, err
	}
	run, err := newFolder(dir, started)
	if err != nil {
		return nil, err
	}
	if run.rows, err = NewRows(run.path()); err != nil {
		return nil, errors.Join(err, run.lock.Release(), os.Remove(run.path()))
	}
	return run, nil
}

// newFolder makes a folder of its own for a run below dir, and locks it.
func newFolder(dir string, started time.Time) (*Run, error) {
	for {
		run := &Run{Name: runName(started), dir: dir}
		err := os.Mkdir(run.path(), 0o755)
		if errors.Is(err, fs.ErrExist) {
			continue // two runs of one second that drew the same suffix
		}
		if err != nil {
			return nil, err
		}
		run.lock, err = lockfile.Wait(context.Background(), filepath.Join(run.path(), lockfile.Name), "run")
		if errors.Is(err, fs.ErrNotExist) {
			continue // another run, which began at the same time, took it for a leftover before it was locked
		}
		if err != nil {
			return nil, errors.Join(err, os.Remove(run.path()))
		}
		return run, nil
	}
}

// runTime is how the name of a run's folder begins.
const runTime = "20060102-150405"

func runName(started time.Time) string {
	var suffix [2]byte
	rand.Read(suffix[:]) // it never fails
	return started.UTC().Format(runTime) + "-" + hex.EncodeToString(suffix[:])
}

func (r *Run) path() string { return filepath.Join(r.dir, r.Name) }

// Add writes the rows of one more result.
func (r *Run) Add(res *result.Result) error {
	if r == nil {
		return nil
	}
	return r.rows.Add(res)
}

// Close ends the Parquet files, writes run.json, and makes this the last run. It fills in info's Run, SchemaVersion and
// Rows. A run of nothing leaves no folder.
func (r *Run) Close(info RunInfo) (err error) {
	if r == nil || r.rows.Empty() {
		return r.Abort()
	}
	if info.Rows, err = r.rows.Close(); err != nil {
		return errors.Join(err, r.Abort())
	}
	return r.keep(info)
}

// Kept reports whether this has become the last run.
func (r *Run) Kept() bool { return r != nil && r.kept }

// keep writes run.json and makes this the last run.
func (r *Run) keep(info RunInfo) error {
	info.Run, info.SchemaVersion = r.Name, SchemaVersion
	text, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Join(r.path(), InfoFile), append(text, '\n'), 0o644); err != nil {
		return err
	}
	err = r.last()
	r.kept = err == nil
	return errors.Join(err, r.lock.Release())
}

// KeepUnbegun makes a run that ended before its first case the last one: a folder below dir with a run.json alone.
// Where there was no run before, nobody can mistake one for this, and nothing is written.
func KeepUnbegun(dir string, info RunInfo) error {
	if _, err := os.Lstat(filepath.Join(dir, LatestFile)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	run, err := newFolder(dir, info.Started)
	if err != nil {
		return err
	}
	return run.keep(info)
}

// last makes this the last run. The file is made in the run's own folder, where it is known whose it is.
func (r *Run) last() error {
	own := filepath.Join(r.path(), LatestFile)
	if err := atomicfile.Write(own, []byte(r.Name+"\n"), 0o644); err != nil {
		return err
	}
	return os.Rename(own, filepath.Join(r.dir, LatestFile))
}

// Abort takes the folder away.
func (r *Run) Abort() error {
	if r == nil {
		return nil
	}
	return errors.Join(r.rows.Abort(), r.lock.Release(), os.RemoveAll(r.path()))
}

// ReadOnly says whether err means that nothing may be written there.
func ReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
