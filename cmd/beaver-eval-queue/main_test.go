package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
)

// What a process of the tests is, by roleKey: this program, the same one without a queue, or a NATS server.
const (
	roleKey      = "QUEUE_TEST_ROLE"
	roleProgram  = "program"
	roleOrdinary = "ordinary"
	roleServer   = "server"

	badKey = "QUEUE_TEST_BAD" // K/N and what the process that runs this shard does: panics, or kills its worker
)

// shortSilence lets tests notice the death of a worker soon.
const shortSilence = 3 * time.Second

func TestMain(m *testing.M) {
	args := os.Args[1:]
	switch os.Getenv(roleKey) {
	case roleProgram:
		misbehave(args)
		os.Exit(run(args, queue{silence: shortSilence}))
	case roleOrdinary:
		all, err := systems.All()
		if err != nil {
			panic(err)
		}
		os.Exit(cli.Main(args, all...))
	case roleServer:
		os.Exit(serve(args[0]))
	}
	os.Exit(m.Run())
}

// misbehave ends the process of the shard that badKey names as said there.
func misbehave(args []string) {
	shard, how, _ := strings.Cut(os.Getenv(badKey), " ")
	if shard == "" || !slices.Contains(args, "--shard="+shard) {
		return
	}
	if how == "panics" {
		panic("password=hunter2-hunter2 is the last word")
	}
	if worker, err := os.FindProcess(os.Getppid()); err == nil {
		_ = worker.Kill()
	}
	time.Sleep(time.Minute) // the end of the worker ends this
}

// process is one of the tests' processes.
type process struct {
	*exec.Cmd
	out, err bytes.Buffer
}

// start starts a process outside of CI; env has further variables.
func start(t *testing.T, role, dir string, env []string, args ...string) *process {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(program, args...)}
	p.Dir, p.Stdout, p.Stderr = dir, &p.out, &p.err
	p.Env = slices.Concat(os.Environ(), []string{"CI=", "GITHUB_ACTIONS=", roleKey + "=" + role}, env)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if p.ProcessState == nil {
			_ = p.Process.Kill()
			_ = p.Wait()
		}
	})
	return p
}

// end waits for a process and returns its exit code; -1 when a signal ended it.
func (p *process) end(t *testing.T) int {
	t.Helper()
	err := p.Wait()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatal(err)
	}
	return p.ProcessState.ExitCode()
}

func (p *process) kill(t *testing.T) {
	t.Helper()
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.end(t)
}

// does runs a process that has to end with an exit code.
func does(t *testing.T, role, dir string, code int, args ...string) *process {
	t.Helper()
	p := start(t, role, dir, nil, args...)
	if got := p.end(t); got != code {
		t.Fatalf("%v: exit code %d, want %d\n%s%s", args, got, code, &p.out, &p.err)
	}
	return p
}

// newProject returns a project of n cases, two of which have other prompts than accepted, and what an ordinary run of
// it reports.
func newProject(t *testing.T, n int) (dir string, want map[string]string) {
	t.Helper()
	var chats strings.Builder
	for i := range n {
		fmt.Fprintf(&chats, `{"messages":[{"role":"user","content":"Question %d"},{"role":"assistant","content":`+
			`"Answer %d"},{"role":"user","content":"And then?"},{"role":"assistant","content":"Done."}]}`+"\n", i, i)
	}
	file := filepath.Join(t.TempDir(), "chats.jsonl")
	if err := os.WriteFile(file, []byte(chats.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	does(t, roleOrdinary, dir, 0, "import", "--format", "openai-chat", "--name", "set", file)
	does(t, roleOrdinary, dir, 1, "run", "--no-report")
	does(t, roleOrdinary, dir, 0, "accept", "--all")
	goldens, err := filepath.Glob(filepath.Join(dir, "goldens", "set", "*"))
	if err != nil || len(goldens) < n {
		t.Fatalf("%d goldens: %v", len(goldens), err)
	}
	text, err := os.ReadFile(goldens[1])
	other := bytes.ReplaceAll(text, []byte("Question"), []byte("Query"))
	err = errors.Join(err, os.WriteFile(goldens[1], other, 0o600), os.Remove(goldens[n/2]),
		os.RemoveAll(filepath.Join(dir, "reports")))
	if err != nil {
		t.Fatal(err)
	}
	whole := copied(t, dir)
	does(t, roleOrdinary, whole, 1, "run")
	return dir, reported(t, whole)
}

func copied(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// differing are the lines of run.json that differ between two equal runs.
var differing = regexp.MustCompile(`(?ms)^ +"?(run|seal|started|seconds|workers)"?:[^\n]*\n|^  "arguments": \[.*?\],\n`)

// reported returns the files of the last run of a project, and the changes that wait for review.
func reported(t *testing.T, dir string) map[string]string {
	t.Helper()
	last, err := os.ReadFile(filepath.Join(dir, "reports", "latest"))
	if err != nil {
		t.Fatal(err)
	}
	name, files := strings.TrimSpace(string(last)), map[string]string{}
	for _, folder := range []string{filepath.Join("reports", name), "goldens"} {
		err := fs.WalkDir(os.DirFS(dir), filepath.ToSlash(folder), func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), ".") {
				return err
			}
			text, err := os.ReadFile(filepath.Join(dir, file))
			shown := differing.ReplaceAllString(strings.ReplaceAll(string(text), name, "RUN"), "")
			files[strings.ReplaceAll(file, name, "RUN")] = shown
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// wantSame compares reports file by file.
func wantSame(t *testing.T, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s is not that of the ordinary run (-want +got):\n%s", name, cmp.Diff(want[name], got[name]))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	if len(want) < 10 {
		t.Errorf("only %d files: %v", len(want), slices.Sorted(maps.Keys(want)))
	}
}

// resumed returns the arguments that continue a run which has been killed, in a queue.
func resumed(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "reports", "queued", "*"))
	if err != nil || len(all) != 1 {
		t.Fatalf("runs in the queue: %v %v", all, err)
	}
	return append([]string{"run", "--resume", filepath.Base(all[0])}, args...)
}

// awaitFile waits until a file is there that matches.
func awaitFile(t *testing.T, pattern string) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < 2*time.Minute; time.Sleep(20 * time.Millisecond) {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return
		}
	}
	t.Fatalf("there is no %s", pattern)
}
