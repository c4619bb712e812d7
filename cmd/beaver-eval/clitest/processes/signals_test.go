//go:build unix

package processes_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest"
)

// lasting starts children, on Linux one of them in its own session, prints their ids, and keeps running.
const lasting = `sleep 1000 &
all="$$ $!"
if [ -d /proc/self ] && command -v setsid; then setsid sleep 1000 & all="$all $!"; fi
echo $all > begun.tmp
mv begun.tmp begun
wait
`

// runsOf returns suites whose program keeps running, and the arguments of run.
func runsOf() map[string]struct {
	app  string
	args []string
} {
	return map[string]struct {
		app  string
		args []string
	}{
		"turn":   {"command: [sh, program.sh]", nil},
		"case":   {"command: [sh, program.sh], keep: case", nil},
		"serve":  {`serve: [sh, program.sh], post: {url: "http://127.0.0.1:$PORT", body: $TEXT}`, nil},
		"driven": {"", []string{"--suite", "s", "--", "sh", "program.sh"}},
	}
}

// lastingProject returns a project whose program keeps running.
func lastingProject(t *testing.T, app string) string {
	t.Helper()
	dir := t.TempDir()
	for _, folder := range []string{"suites", "fixtures/conversations", "tmp"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"suites/s.yaml":                      fmt.Sprintf("system: app\napp: {%s}\n", app),
		"fixtures/conversations/first.yaml":  "turns: [{user: Hello}]\n",
		"fixtures/conversations/second.yaml": "turns: [{user: Hello}]\n",
		"program.sh":                         lasting,
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// beginApart starts a command with its own folder for temporary files.
func beginApart(t *testing.T, dir string, command ...string) *process {
	t.Helper()
	p := prepared(dir, command...)
	p.Env = append(p.Env, "TMPDIR="+filepath.Join(dir, "tmp"))
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	return p
}

// started waits for the program, and returns its processes.
func started(t *testing.T, dir string, p *process) (pids []int) {
	t.Helper()
	file := filepath.Join(dir, "begun")
	for range 2000 {
		text, err := os.ReadFile(file)
		if err != nil {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		for word := range strings.FieldsSeq(string(text)) {
			pid, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			pids = append(pids, pid)
		}
		return pids
	}
	p.Process.Kill()
	p.end(t)
	t.Fatalf("no program has started\n%s%s", &p.out, &p.err)
	return nil
}

// ended waits until processes have ended, for a while.
func ended(pids []int) bool {
	for range 500 {
		if !anyLives(pids) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

func anyLives(pids []int) bool {
	for _, pid := range pids {
		if lives(pid) {
			return true
		}
	}
	return false
}

// lives reports whether a process has not ended. One that is not waited for stays listed.
func lives(pid int) bool {
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil {
		return !bytes.Contains(stat, []byte(") Z "))
	}
	return syscall.Kill(pid, 0) == nil
}

// However a run ends, its programs and their children end with it. A killed run leaves a folder, which the next run
// removes.
func TestSignals(t *testing.T) {
	clitest.HearHangups()
	t.Parallel()
	for name, of := range runsOf() {
		for _, signal := range []syscall.Signal{
			syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGKILL,
		} {
			t.Run(name+"/"+signal.String(), func(t *testing.T) {
				t.Parallel()
				dir := lastingProject(t, of.app)
				p := beginApart(t, dir, append([]string{"beaver-eval", "run", "--workers", "1"}, of.args...)...)
				pids := started(t, dir, p)
				if err := p.Process.Signal(signal); err != nil {
					t.Fatal(err)
				}
				code := p.end(t)
				if !ended(pids) {
					t.Errorf("the programs live on: %v", pids)
				}
				if signal == syscall.SIGKILL {
					wantSwept(t, dir, name == "driven")
					return
				}
				if code != 130 || !strings.Contains(p.out.String()+p.err.String(), "interrupted") {
					t.Errorf("exit code %d\n%s%s", code, &p.out, &p.err)
				}
				wantNothing(t, filepath.Join(dir, "tmp"))
			})
		}
	}
}

// wantSwept runs again, with a program that ends.
func wantSwept(t *testing.T, dir string, driven bool) {
	t.Helper()
	write(t, filepath.Join(dir, "program.sh"), "echo fine\n")
	write(t, filepath.Join(dir, "suites", "s.yaml"), "system: app\napp: {command: [sh, program.sh], calls: 0}\n")
	p := beginApart(t, dir, "beaver-eval", "run")
	code := p.end(t)
	want := "beaver-eval: removed 1 temporary folder of killed runs\n"
	if driven {
		want = ""
	}
	got := p.err.String()
	if code != 0 || !strings.HasPrefix(got, want) || strings.Contains(got, "removed") == driven {
		t.Errorf("exit code %d, want 0 and %q\n%s%s", code, want, &p.out, &p.err)
	}
	wantNothing(t, filepath.Join(dir, "tmp"))
}

func wantNothing(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Errorf("left: %s", e.Name())
	}
}

// A run sweeps nothing of another run in progress.
func TestSweepLeavesOthers(t *testing.T) {
	t.Parallel()
	dir := lastingProject(t, runsOf()["turn"].app)
	p := beginApart(t, dir, "beaver-eval", "run", "--workers", "1")
	pids := started(t, dir, p)
	other := lastingProject(t, "command: [echo, fine], calls: 0")
	second := prepared(other, "beaver-eval", "run")
	second.Env = append(second.Env, "TMPDIR="+filepath.Join(dir, "tmp"))
	if err := second.Start(); err != nil {
		t.Fatal(err)
	}
	if code := second.end(t); code != 0 || strings.Contains(second.err.String(), "removed") {
		t.Errorf("exit code %d\n%s%s", code, &second.out, &second.err)
	}
	if left, _ := os.ReadDir(filepath.Join(dir, "tmp")); len(left) != 1 || !anyLives(pids) {
		t.Errorf("the first run has lost something: %v", left)
	}
	p.Process.Signal(syscall.SIGTERM)
	if code := p.end(t); code != 130 {
		t.Errorf("exit code %d", code)
	}
}

// Under nohup a terminal may be closed.
func TestHangupIgnored(t *testing.T) {
	t.Parallel()
	dir := lastingProject(t, runsOf()["turn"].app)
	p := beginApart(t, dir, "sh", "-c", "trap '' HUP; exec beaver-eval run --workers 1")
	pids := started(t, dir, p)
	p.Process.Signal(syscall.SIGHUP)
	time.Sleep(200 * time.Millisecond)
	if !anyLives(pids) {
		t.Error("the run has ended")
	}
	p.Process.Signal(syscall.SIGTERM)
	if code := p.end(t); code != 130 || !ended(pids) {
		t.Errorf("exit code %d\n%s%s", code, &p.out, &p.err)
	}
}

// The second signal ends a run at once, whatever it waits for, and its programs too. A closed terminal may signal
// twice.
func TestSecondSignal(t *testing.T) {
	clitest.HearHangups()
	t.Parallel()
	dir := lastingProject(t, "command: [sh, program.sh], keep: case")
	write(t, filepath.Join(dir, "program.sh"), "trap '' INT TERM\n"+lasting+"wait\nwait\n")
	p := beginApart(t, dir, "beaver-eval", "run", "--workers", "1")
	pids := started(t, dir, p)
	for _, signal := range []syscall.Signal{syscall.SIGHUP, syscall.SIGHUP, syscall.SIGTERM} {
		p.Process.Signal(signal)
		time.Sleep(150 * time.Millisecond)
	}
	if code := p.end(t); code != 130 || !ended(pids) {
		t.Errorf("exit code %d\n%s%s", code, &p.out, &p.err)
	}
}

// An interrupted demo ends with 130, names what is left, and leaves a project of whole files that works: all prompts
// are as accepted, or the edit waits to be accepted.
func TestDemoInterrupted(t *testing.T) {
	t.Parallel()
	for _, after := range []string{"wrote  suites/prompts", "$ beaver-eval run --html", "$ beaver-eval accept"} {
		dir := t.TempDir()
		p := prepared(dir, "beaver-eval", "init", "--demo", "shop")
		p.Stdout = nil
		pipe, err := p.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(pipe)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), after) {
				if err := p.Process.Signal(os.Interrupt); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := p.end(t); got != 130 || lines.Err() != nil {
			t.Errorf("after %q: exit code %d, want 130; %v", after, got, lines.Err())
		}
		if !strings.Contains(p.err.String(), "`beaver-eval run --root shop` works there; remove it to begin anew") {
			t.Errorf("after %q: %s", after, &p.err)
		}
		does(t, dir, []int{0}, "check", "--root", "shop")
		does(t, dir, []int{0, 1}, "run", "--root", "shop")
	}
}
