//go:build unix

package processes_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// A run that is killed at any of its changes to the disk, and then continued, has the report and the pending changes of
// one that nobody killed. So has one that is killed again while it goes on.
func TestKillAndResume(t *testing.T) {
	t.Parallel()
	project, want, all := traceable(t)
	if len(all) < 50 {
		t.Fatalf("a run makes only %d changes: %v", len(all), all)
	}
	count := tally{}
	step := max(1, len(all)/trials(8, 24, len(all)))
	for i := step / 2; i < len(all); i += step {
		dir := copied(t, project)
		count.kill(killedAt(t, dir, all[i], "run"))
		does(t, dir, []int{0}, "check")
		if unended(t, dir) {
			count.half++
			if killedAt(t, dir, change{all[i].call, all[i].n/2 + 1}, "run", "--resume", "latest") {
				count.left++
			}
		}
		if unended(t, dir) {
			does(t, dir, []int{1}, "run", "--resume", "latest")
		} else if _, err := os.Stat(filepath.Join(dir, "reports", "latest")); err != nil { // nothing had been kept
			does(t, dir, []int{1}, "run")
		}
		got := reported(t, dir)
		for _, name := range slices.Sorted(maps.Keys(got)) {
			if got[name] != want[name] {
				t.Errorf("killed at %v: %s is not that of a whole run", all[i], name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("killed at %v: %v", all[i], slices.Sorted(maps.Keys(got)))
		}
	}
	t.Logf("%d of %d changes", (len(all)+step-1)/step, len(all))
	count.log(t)
}

// A case whose pending file a failure of the machine has lost or damaged runs again when its run goes on.
func TestResumeWithoutPendingFiles(t *testing.T) {
	t.Parallel()
	project, want, all := traceable(t)
	dir, kept := "", []string{}
	for _, at := range slices.Backward(all) {
		dir = copied(t, project)
		if killedAt(t, dir, at, "run"); !unended(t, dir) {
			continue
		}
		for name := range data(t, dir, "goldens") {
			if strings.Contains(name, ".pending.") {
				kept = append(kept, filepath.Join(dir, filepath.FromSlash(name)))
			}
		}
		if len(kept) > 2 {
			break
		}
		kept = nil
	}
	if len(kept) == 0 {
		t.Fatal("no kill left a run with pending files")
	}
	slices.Sort(kept)
	for i, file := range kept {
		err := os.Remove(file)
		if err == nil && i > 0 {
			err = os.WriteFile(file, nil, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	does(t, dir, []int{1}, "run", "--resume", "latest")
	got := reported(t, dir)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s is not that of a whole run", name)
		}
	}
	does(t, dir, []int{0}, "accept", "--all")
}

// traceable returns a project, what a whole run of it reports, and the changes that such a run makes.
func traceable(t *testing.T) (string, map[string]string, []change) {
	t.Helper()
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("needs strace")
	}
	project := imported(t, chats(t, 6, "first"))
	whole := copied(t, project)
	does(t, whole, []int{1}, "run")
	return project, reported(t, whole), changes(t, project)
}

// change is a system call that changes a folder or a file: the nth one of its kind in a thread.
type change struct {
	call string
	n    int
}

// changes returns the changes of a run, without those of the start of Go's runtime.
func changes(t *testing.T, project string) []change {
	t.Helper()
	const calls = "write,pwrite64,ftruncate,fsync,renameat,unlinkat,mkdirat"
	dir, log := copied(t, project), filepath.Join(t.TempDir(), "strace")
	if code := traced(t, dir, "-o", log, "-e", "trace="+calls, "beaver-eval", "run").ExitCode(); code != 1 {
		t.Skipf("strace cannot trace here: exit code %d", code)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	most, inThread := map[string]int{}, map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^(\d+) +([a-z0-9]+)\(`).FindAllStringSubmatch(string(text), -1) {
		inThread[m[1]+m[2]]++
		most[m[2]] = max(most[m[2]], inThread[m[1]+m[2]])
	}
	var all []change
	for _, call := range slices.Sorted(maps.Keys(most)) {
		for n := range most[call] {
			all = append(all, change{call, n + 1})
		}
	}
	return all
}

// traced runs a command with strace's arguments before it, on one processor.
func traced(t *testing.T, dir string, args ...string) *os.ProcessState {
	t.Helper()
	p := prepared(dir, append([]string{"strace", "-f", "-qq"}, args...)...)
	p.Env = append(p.Env, "GOMAXPROCS=1")
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.end(t)
	return p.ProcessState
}

// killedAt starts a command and kills it at a change. It reports whether it came so far.
func killedAt(t *testing.T, dir string, at change, args ...string) bool {
	t.Helper()
	inject := fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", at.call, at.n)
	end := traced(t, dir, append([]string{"-o", os.DevNull, "-e", inject, "beaver-eval"}, args...)...)
	return end.Sys().(syscall.WaitStatus).Signaled()
}

// unended reports whether a run of the project has not ended.
func unended(t *testing.T, dir string) bool {
	t.Helper()
	for name, text := range data(t, dir, "reports") {
		if filepath.Base(name) == "run.json" && strings.Contains(text, `"interrupted": true`) {
			_, err := os.Stat(filepath.Join(dir, filepath.Dir(name), "journal"))
			return err == nil
		}
	}
	return false
}

// differing are the lines of run.json that differ between two runs of the same cases.
var differing = regexp.MustCompile(`(?m)^  "(run|started|seconds|workers)":.*\n`)

// reported returns the last report of a project, and the changes that wait for review.
func reported(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := shown(data(t, dir, "goldens"))
	last, err := os.ReadFile(filepath.Join(dir, "reports", "latest"))
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join("reports", strings.TrimSpace(string(last)))
	for name, text := range data(t, dir, folder) {
		if base := filepath.Base(name); base == "journal" || base == ".beaver-eval.lock" {
			continue // of a run that was killed right after its end: the next run removes them
		}
		files["report/"+filepath.Base(name)] = differing.ReplaceAllString(text, "")
	}
	return files
}
