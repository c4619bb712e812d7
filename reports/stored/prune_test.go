package stored

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// The names of older runs, the oldest first; the second of the last two began after the first.
const (
	run1, run2, run3 = "20260101-000001-aaaa", "20260101-000002-aaaa", "20260101-000003-aaaa"
	run4, run5, run6 = "20260101-000004-aaaa", "20260101-000005-bbbb", "20260101-000005-aaaa"
)

// reports is a folder with six runs, each with a case.
type reports struct {
	t   *testing.T
	dir string
}

func newReports(t *testing.T) reports {
	t.Helper()
	r := reports{t, t.TempDir()}
	for i, name := range []string{run1, run2, run3, run4, run5, run6} {
		r.run(name, Info{Started: started.Add(time.Duration(i) * time.Millisecond), Rows: rows.Counts{Cases: 1}})
	}
	r.put(LatestFile, run6+"\n")
	return r
}

func (r reports) put(name, text string) {
	r.t.Helper()
	file := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

func (r reports) run(name string, info Info) {
	r.t.Helper()
	info.SchemaVersion = rows.SchemaVersion
	text, err := json.Marshal(info)
	if err != nil {
		r.t.Fatal(err)
	}
	r.put(name+"/"+infoFile, string(text))
	for _, file := range runFiles(".parquet") {
		r.put(name+"/"+file, "")
	}
}

// left returns the runs and other entries that Prune leaves.
func (r reports) left(keep int, baselines ...string) []string {
	r.t.Helper()
	before := len(names(r.t, r.dir))
	done, err := Prune(r.dir, Keep{Runs: keep, Recordings: keep}, baselines)
	if err != nil {
		r.t.Error(err)
	}
	left := slices.DeleteFunc(names(r.t, r.dir), func(name string) bool { return name == LatestFile })
	if gone := before - 1 - len(left); gone != done.Runs {
		r.t.Errorf("removed %d, and says %d", gone, done.Runs)
	}
	return left
}

func TestPrune(t *testing.T) {
	at := func(ms int) time.Time { return started.Add(time.Duration(ms) * time.Millisecond) }
	for name, c := range map[string]struct {
		keep int
		make func(r reports) (baselines []string)
		want []string
	}{
		"the last ones":   {keep: 2, want: []string{run6, run5}},
		"by their start":  {keep: 1, want: []string{run6}},
		"more than there": {keep: 7, want: []string{run1, run2, run3, run4, run6, run5}},
		"the one that latest names": {keep: 1, want: []string{run2, run6}, make: func(r reports) []string {
			r.put(LatestFile, run2)
			return nil
		}},
		"the baseline of one that stays": {keep: 1, want: []string{run3, run6}, make: func(r reports) []string {
			r.run(run6, Info{Started: at(9), Rows: rows.Counts{Cases: 1}, Baselines: []Comparison{{Run: run3}}})
			return nil
		}},
		"no chain of baselines": {keep: 1, want: []string{run4, run6}, make: func(r reports) []string {
			r.run(run6, Info{Started: at(9), Rows: rows.Counts{Cases: 1}, Baselines: []Comparison{{Run: run4}}})
			r.run(run4, Info{Started: at(3), Rows: rows.Counts{Cases: 1}, Baselines: []Comparison{{Run: run2}}})
			return nil
		}},
		"the baseline of a suite": {keep: 1, want: []string{run2, run6}, make: func(r reports) []string {
			return []string{filepath.Join(r.dir, "..", filepath.Base(r.dir), run2), filepath.Join(r.dir, "none")}
		}},
		"recordings in a folder of another name": {keep: 1, want: []string{run1, run6}, make: func(r reports) []string {
			r.put(run1+"/recordings/s/one.jsonl", "")
			if err := os.Mkdir(filepath.Join(r.dir, run2, recordingsDir), 0o700); err != nil {
				r.t.Fatal(err)
			}
			return nil
		}},
		"a person's file": {keep: 1, want: []string{run2, run3, run6}, make: func(r reports) []string {
			r.put(run2+"/notes.txt", "")
			r.put(run3+"/mine.parquet", "")
			r.put(run4+"/"+disk.LockName, "")
			r.put(run4+"/.run.json12345678", "")
			r.put(run4+"/calls.parquet.once.tmp", "")
			return nil
		}},
		"no runs": {keep: 1, want: []string{"20250101-000000-aaaa", "20250101-000001-aaaa", run6, "baseline", "x.txt"},
			make: func(r reports) []string {
				r.put("baseline/"+infoFile, "{}")
				r.put("x.txt", "")
				r.put("20250101-000000-aaaa/calls.parquet", "")
				r.put("20250101-000001-aaaa/"+infoFile, "none of ours")
				return nil
			}},
		"without a case": {keep: 2, want: []string{run2, run4, run6, run5}, make: func(r reports) []string {
			for i, name := range []string{run6, run5, run3} {
				r.run(name, Info{Started: at(-i)})
			}
			r.run(run6, Info{Started: at(9)})
			r.run(run5, Info{Started: at(8)})
			return nil
		}},
		"of another version": {keep: 1, want: []string{run6}, make: func(r reports) []string {
			r.put(run3+"/"+infoFile, `{"schema_version": 99, "measures": 3}`)
			return nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReports(t)
			var baselines []string
			if c.make != nil {
				baselines = c.make(r)
			}
			if d := cmp.Diff(sorted(c.want), r.left(c.keep, baselines...)); d != "" {
				t.Errorf("left (-want +got):\n%s", d)
			}
		})
	}
}

// Runs with recordings count separately, and the one to go next is returned.
func TestPruneRecordings(t *testing.T) {
	recorded := func(r reports, info Info, names ...string) {
		for i, name := range names {
			info.Name, info.Started = name, started.Add(time.Duration(i)*time.Millisecond)
			r.run(name, info)
			r.put(name+"/recordings/s/one.jsonl", "")
		}
	}
	for name, c := range map[string]struct {
		keep int
		make func(r reports)
		want Pruned
		left []string
	}{
		"more than stay": {keep: 2, make: func(r reports) { recorded(r, Info{}, run1, run2, run3, run4) },
			want: Pruned{Runs: 2, Recorded: []string{run1, run2}, Next: run3}, left: []string{run3, run4, run5, run6}},
		"as many as stay": {keep: 3, make: func(r reports) { recorded(r, Info{}, run1, run2, run3) },
			want: Pruned{Next: run1}, left: []string{run1, run2, run3, run4, run5, run6}},
		"fewer than stay": {keep: 9, make: func(r reports) { recorded(r, Info{}, run1, run2) },
			left: []string{run1, run2, run3, run4, run5, run6}},
		"a person's file among recordings": {keep: 1, make: func(r reports) {
			recorded(r, Info{}, run1, run2, run3)
			r.put(run1+"/recordings/s/notes.txt", "")
			r.put(run2+"/recordings/s/.one.jsonl12345678", "")
		}, want: Pruned{Runs: 1, Recorded: []string{run2}, Next: run3}, left: []string{run1, run3, run4, run5, run6}},
		"the answers of one that stays": {keep: 1, make: func(r reports) {
			recorded(r, Info{}, run1, run2)
			recorded(r, Info{Answers: &Answers{From: run1}}, run3)
			r.run(run3, Info{Name: run3, Started: started.Add(time.Second), Answers: &Answers{From: run1}})
		}, want: Pruned{Runs: 1, Recorded: []string{run2}, Next: run1}, left: []string{run1, run3, run4, run5, run6}},
		"renamed": {keep: 1, make: func(r reports) {
			recorded(r, Info{}, run1, run2)
			r.run(run1, Info{Name: "20250101-000000-aaaa", Started: started})
		}, want: Pruned{Next: run2}, left: []string{run1, run2, run3, run4, run5, run6}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReports(t)
			c.make(r)
			got, err := Prune(r.dir, Keep{Runs: 20, Recordings: c.keep}, nil)
			if d := cmp.Diff(c.want, got); d != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, d)
			}
			left := slices.DeleteFunc(names(t, r.dir), func(name string) bool { return name == LatestFile })
			if d := cmp.Diff(sorted(c.left), left); d != "" {
				t.Errorf("left (-want +got):\n%s", d)
			}
		})
	}
}

// While another run reads the answers of an earlier one nothing is removed.
func TestPruneWhileAnotherRunReads(t *testing.T) {
	r := newReports(t)
	r.run(run1, Info{Name: run1, Started: started})
	r.put(run1+"/recordings/s/one.jsonl", "")
	read, err := readRun(filepath.Join(r.dir, run1))
	if err != nil {
		t.Fatal(err)
	}
	lock, err := read.Reading()
	if err != nil {
		t.Fatal(err)
	}
	if left := r.left(1); len(left) != 6 {
		t.Errorf("left %v", left)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	r.put(run1+"/"+readerPrefix+"77", "") // of a process that was killed
	r.run(run6, Info{Name: run6, Started: started.Add(time.Second), Rows: rows.Counts{Cases: 1}})
	r.put(run6+"/recordings/s/one.jsonl", "")
	if d := cmp.Diff(sorted([]string{run5, run6}), r.left(1)); d != "" {
		t.Errorf("left (-want +got):\n%s", d)
	}
}

// While another run is in progress nothing is removed: it may be comparing with any of them.
func TestPruneWhileAnotherRunWorks(t *testing.T) {
	r := newReports(t)
	working, err := Create(r.dir, started)
	if err != nil {
		t.Fatal(err)
	}
	if left := r.left(1); len(left) != 7 {
		t.Errorf("left %v", left)
	}
	if err := working.Abort(); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{run6}, r.left(1)); d != "" {
		t.Errorf("left (-want +got):\n%s", d)
	}
}

// Links are not followed: neither one in place of a run, nor one in a run's folder, which then is not removed.
func TestPruneFollowsNoLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a right there")
	}
	r, outside := newReports(t), newReports(t)
	link := func(to, name string) {
		t.Helper()
		if err := os.Symlink(to, filepath.Join(r.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	const linked = "20250101-000000-aaaa"
	link(filepath.Join(outside.dir, run1), linked)
	link(filepath.Join(outside.dir, run2), run2+"/"+recordingsDir)
	if err := os.Remove(filepath.Join(r.dir, run3, "calls.parquet")); err != nil {
		t.Fatal(err)
	}
	link(filepath.Join(outside.dir, run3, "calls.parquet"), run3+"/calls.parquet")
	if d := cmp.Diff([]string{linked, run2, run3, run6}, r.left(1)); d != "" {
		t.Errorf("left (-want +got):\n%s", d)
	}
	for _, name := range []string{run1, run2, run3} {
		if got := len(names(t, filepath.Join(outside.dir, name))); got != len(rows.Tables())+1 {
			t.Errorf("%d files are left outside in %s", got, name)
		}
	}
}

// A run killed while it removed another one leaves a folder that does not count as a run: check reports it, and the
// next run removes it.
func TestHalfRemovedRun(t *testing.T) {
	r := newReports(t)
	half, mine := removedPrefix+run2, removedPrefix+"mine"
	if err := os.Rename(filepath.Join(r.dir, run2), filepath.Join(r.dir, half)); err != nil {
		t.Fatal(err)
	}
	r.put(half+"/"+disk.LockName, "")
	r.put(mine+"/"+infoFile, "")
	left, err := Leftovers(r.dir)
	if d := cmp.Diff([]string{half}, left); d != "" || err != nil {
		t.Errorf("%v, leftovers (-want +got):\n%s", err, d)
	}
	lock, err := disk.TryLock(filepath.Join(r.dir, half, disk.LockName), "run")
	if err != nil {
		t.Fatal(err)
	}
	if left, err := Leftovers(r.dir); len(left) > 0 || err != nil {
		t.Errorf("%v, %v: another run is removing it", left, err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	r.run(run1, Info{Name: run1}) // the only earlier one, without a case
	if before := lastWithCases(r.dir, run3); before != nil {
		t.Errorf("%s is taken for a run", before.folder)
	}
	if err := removeLeftovers(r.dir); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{mine, run1, run3, run4, run6, run5, LatestFile}, names(t, r.dir)); d != "" {
		t.Errorf("left (-want +got):\n%s", d)
	}
}
