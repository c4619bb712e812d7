package stored

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

var started = time.Date(2026, 11, 21, 19, 12, 33, 0, time.FixedZone("", 3600))

func TestRunFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "reports")
	run, err := Create(dir, started)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^20261121-181233-[0-9a-f]{4}$`).MatchString(run.Name) {
		t.Errorf("a folder %q", run.Name)
	}
	if err := run.Add(rows.NewCase(&result.Result{Suite: "s", Case: "c", Status: result.StatusOK})); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(append([]string{disk.LockName}, runFiles(".parquet.tmp")...), names(t, run.path())); d != "" {
		t.Errorf("before the end (-want +got):\n%s", d)
	}
	want := Info{Started: started.UTC(), Seconds: 1.5, Arguments: []string{"run", "--workers", "3"}, Version: "v",
		Go: "go", Platform: "p", Workers: 3, Exit: 130, Interrupted: true}
	if err := run.Close(want); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(sorted(append(runFiles(".parquet"), infoFile)), names(t, run.path())); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	var got Info
	if err := json.Unmarshal(read(t, run.path(), infoFile), &got); err != nil {
		t.Fatal(err)
	}
	want.Name, want.SchemaVersion, want.Rows = run.Name, rows.SchemaVersion, rows.Counts{Cases: 1}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("run.json (-want +got):\n%s", d)
	}
	if got := string(read(t, dir, LatestFile)); got != run.Name+"\n" {
		t.Errorf("latest is %q", got)
	}
}

// An aborted run, and an empty one, leave no folder, and the last run stays the previous one.
func TestRunLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	for name, end := range map[string]func(*Writer) error{
		"broken off": func(r *Writer) error {
			if err := r.Add(rows.NewCase(&result.Result{Case: "c"})); err != nil {
				return err
			}
			return r.Abort()
		},
		"of nothing": func(r *Writer) error { return r.Close(Info{}) },
	} {
		run, err := Create(dir, started)
		if err != nil {
			t.Fatal(err)
		}
		if err := end(run); err != nil {
			t.Error(err)
		}
		if left := names(t, dir); len(left) > 0 {
			t.Errorf("a run %s leaves %v", name, left)
		}
	}
}

// Runs that begin at once get different names, in the order of their beginning.
func TestRunsOfOneSecond(t *testing.T) {
	dir := t.TempDir()
	var runs []*Writer // held: a run with an unlocked folder is a leftover
	for range 20 {
		run, err := Create(dir, started)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(runs); n > 0 && run.Name <= runs[n-1].Name {
			t.Errorf("%s came behind %s", run.Name, runs[n-1].Name)
		}
		runs = append(runs, run)
	}
	for _, run := range runs {
		if err := run.Abort(); err != nil {
			t.Fatal(err)
		}
	}
}

// Names sort by time, also within a second and in another zone.
func TestRunName(t *testing.T) {
	last := ""
	for i := range 4 * 64 {
		at := started.Add(time.Duration(i) * time.Second / 64).In(time.FixedZone("x", i*60))
		if name := RunName(at); name <= last || !runFolder.MatchString(name) {
			t.Errorf("%s at %v, behind %s", name, at, last)
		} else {
			last = name
		}
	}
}

// The newest run that has shown its changes is recorded, if an older one's could be mistaken for its own.
func TestNoteShown(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "reports")
	note := func(name string, left bool, want string) {
		t.Helper()
		if err := NoteShown(dir, name, left, false); err != nil {
			t.Error(err)
		}
		if got, err := LastShown(dir); err != nil || got != want {
			t.Errorf("noted %q, %v, want %q", got, err, want)
		}
	}
	note("20261121-181233-0001", false, "") // no folder, and nothing to review
	note("20261121-181233-0002", true, "20261121-181233-0002")
	note("20261121-181233-0003", false, "20261121-181233-0003")
	note("20261121-181233-0001", true, "20261121-181233-0003") // it ended last, and began first
	for _, text := range []string{"", "rubbish\n", "99999999-999999-ffff; rm -rf /\n", "../x\n"} {
		if err := os.WriteFile(filepath.Join(dir, shownFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := LastShown(dir); err != nil || got != "" {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

func TestReadOnly(t *testing.T) {
	for err, want := range map[error]bool{
		&fs.PathError{Op: "mkdir", Path: "reports", Err: syscall.EROFS}:                            true,
		&fs.PathError{Op: "mkdir", Path: "reports", Err: syscall.EACCES}:                           true,
		fmt.Errorf("%w", &fs.PathError{Op: "mkdir", Path: "reports", Err: syscall.ENOSPC}):         false,
		fmt.Errorf("deep: %w", &fs.PathError{Op: "mkdir", Path: "reports", Err: fs.ErrPermission}): true,
	} {
		if got := ReadOnly(err); got != want {
			t.Errorf("%v: %v, want %v", err, got, want)
		}
	}
	if ReadOnly(nil) {
		t.Error("no error is none that forbids to write")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "reports"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(dir, "reports"), started); err == nil || ReadOnly(err) {
		t.Errorf("a file in place of the folder: %v, want an error of another kind", err)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// runFiles returns the names of a run's tables, in order.
func runFiles(suffix string) []string {
	var list []string
	for _, table := range rows.Tables() {
		list = append(list, table+suffix)
	}
	return sorted(list)
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
