package processes_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// locked returns a project with changes under review, with a writer that holds the lock during the test.
func locked(t *testing.T) string {
	t.Helper()
	dir := imported(t, chats(t, 4, "first"))
	does(t, dir, []int{1}, "run")
	lock, err := disk.TryLock(filepath.Join(dir, disk.LockName), "a \x1b[31mtest")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lock.Release(); err != nil {
			t.Error(err)
		}
		wantGone(t, dir)
	})
	return dir
}

// A command that has waited for ten seconds names the holder of the lock, however many cases would have waited.
func TestLockIsHeld(t *testing.T) {
	t.Parallel() // it mostly waits
	dir := locked(t)
	file := chats(t, 1, "second")
	said := regexp.MustCompile(
		`^beaver-eval: .*\.beaver-eval\.lock: held by "a \\x1b\[31mtest" \(process [0-9]+ on ".*"\) since 20.*Z; waited 10 s: try again when it has ended\n$`)
	begun := time.Now()
	var waiting []*process
	for _, args := range [][]string{
		{"accept", "--all"}, {"accept", "set/*"}, {"run", "--workers", "4"}, {"import", "--format", "openai-chat",
			"--name", "other", file},
	} {
		waiting = append(waiting, begin(t, dir, args...))
	}
	for _, p := range waiting {
		code := p.end(t)
		if took := time.Since(begun); code != 3 || took < disk.LockPatience || took > 3*disk.LockPatience {
			t.Errorf("%v: exit code %d after %v", p.Args[1:], code, took)
		}
		if !said.MatchString(p.err.String()) {
			t.Errorf("%v says %q", p.Args[1:], &p.err)
		}
	}
}

// Ctrl-C ends the waiting, and a command that writes nothing does not wait.
func TestLockIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	dir := locked(t)
	var waiting []*process
	for _, args := range [][]string{{"accept", "--all"}, {"run"}, {"import", "--format", "openai-chat", "--name",
		"other", chats(t, 1, "second")}} {
		waiting = append(waiting, begin(t, dir, args...))
	}
	time.Sleep(time.Second + 3*took(t, dir, []int{0}, "check")) // until all of them wait, on a busy machine too
	for _, p := range waiting {
		begun := time.Now()
		if err := p.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if code := p.end(t); code != 130 || time.Since(begun) > disk.LockPatience/2 {
			t.Errorf("%v: exit code %d after %v\n%s", p.Args[1:], code, time.Since(begun), &p.err)
		}
	}
	for _, args := range [][]string{{"run", "--ci"}, {"check"}, {"list", "cases"}, {"show", "set/line-1"},
		{"report", "show"}} {
		if took := took(t, dir, []int{0, 1}, args...); took > disk.LockPatience/2 {
			t.Errorf("%v took %v", args, took)
		}
	}
}

// A file that is not a lock is named, and not waited for.
func TestLockIsNoFile(t *testing.T) {
	t.Parallel()
	dir := imported(t, chats(t, 1, "first"))
	if err := os.Mkdir(filepath.Join(dir, disk.LockName), 0o700); err != nil {
		t.Fatal(err)
	}
	p := does(t, dir, []int{2, 3}, "run")
	if text := p.out.String() + p.err.String(); !strings.Contains(text, "not a regular file") {
		t.Errorf("it says %s", text)
	}
}
