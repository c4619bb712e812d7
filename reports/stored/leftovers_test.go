package stored

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// The next run removes leftovers of killed runs. Runs in progress, finished ones and foreign files stay.
func TestNextRunTakesLeftoversAway(t *testing.T) {
	dir := t.TempDir()
	put := func(names ...string) {
		t.Helper()
		for _, name := range names {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	const (
		older, killed = "20260101-000000-aaaa", "20260101-000001-aaaa"
		late, users   = "20260101-000002-aaaa", "20260101-000003-aaaa"
		foreign       = "mine"
	)
	put(older+"/calls.parquet.tmp", older+"/texts.parquet.once.tmp")
	put(killed+"/"+disk.LockName, killed+"/calls.parquet", killed+"/cases.parquet.tmp", killed+"/.run.json123456")
	put(late+"/"+disk.LockName, late+"/calls.parquet", late+"/run.json", late+"/latest", late+"/.latest1234567")
	put(users+"/calls.parquet", users+"/notes.txt")
	put(foreign + "/calls.parquet.tmp")
	working, err := Create(dir, started)
	if err != nil {
		t.Fatal(err)
	}
	left, err := Leftovers(dir)
	if d := cmp.Diff([]string{users}, left); d != "" || err != nil {
		t.Errorf("%v, left (-want +got):\n%s", err, d)
	}
	next, err := Create(dir, started.AddDate(0, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		late: {"calls.parquet", "run.json"}, users: {"notes.txt"}, foreign: {"calls.parquet.tmp"},
		working.Name: append([]string{disk.LockName}, runFiles(".parquet.tmp")...),
	} {
		if d := cmp.Diff(want, names(t, filepath.Join(dir, name))); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	if d := cmp.Diff([]string{late, users, working.Name, next.Name, foreign}, names(t, dir)); d != "" {
		t.Errorf("folders (-want +got):\n%s", d)
	}
	for _, run := range []*Writer{working, next} {
		if err := run.Add(rows.NewCase(&result.Result{Suite: "s", Case: "c", Status: result.StatusOK})); err != nil {
			t.Fatal(err)
		}
		if err := run.Close(Info{}); err != nil {
			t.Error(err)
		}
	}
}
