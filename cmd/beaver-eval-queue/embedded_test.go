package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A run through the queue inside the process is the ordinary run: tables, gates, causes, changes for review.
func TestEmbeddedIsTheRun(t *testing.T) {
	t.Parallel()
	project, want := newProject(t, 40)
	does(t, roleProgram, project, 1, "run", "--queue-shards", "5", "--queue-workers", "2")
	wantSame(t, reported(t, project), want)
	if _, err := os.Stat(filepath.Join(project, "reports", "queued")); err == nil {
		t.Error("the run has left what it needed to go on")
	}
}

// A coordinator that is killed goes on with the shards that have ended.
func TestEmbeddedGoesOn(t *testing.T) {
	t.Parallel()
	project, want := newProject(t, 40)
	p := start(t, roleProgram, project, nil, "run", "--queue-shards", "8", "--queue-workers", "2")
	awaitFile(t, filepath.Join(project, "reports", "queued", "*", "*-of-8"))
	p.kill(t)
	does(t, roleProgram, project, 1, resumed(t, project)...)
	wantSame(t, reported(t, project), want)
}

// A run does not go on when a file has changed.
func TestEmbeddedRefusesOtherFiles(t *testing.T) {
	t.Parallel()
	project, _ := newProject(t, 10)
	p := start(t, roleProgram, project, nil, "run", "--queue-shards", "4", "--queue-workers", "1")
	awaitFile(t, filepath.Join(project, "reports", "queued", "*", "*-of-4"))
	p.kill(t)
	file := filepath.Join(project, "suites", "set.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, "# other\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	p = does(t, roleProgram, project, 2, resumed(t, project)...)
	if !strings.Contains(p.err.String(), "suites/set.yaml has changed") {
		t.Errorf("said:\n%s", &p.err)
	}
}

// A shard whose process ends badly each time ends as errors, with its last words, without the secret in them.
func TestBadShardEndsAsErrors(t *testing.T) {
	t.Parallel()
	project, _ := newProject(t, 12)
	p := start(t, roleProgram, project, []string{badKey + "=2/3 panics"}, "run", "--queue-shards", "3",
		"--queue-workers", "2", "--full")
	if code := p.end(t); code != 2 {
		t.Errorf("exit code %d\n%s%s", code, &p.out, &p.err)
	}
	said := p.out.String()
	if !strings.Contains(said, "given up after 5 tries") || !strings.Contains(said, "is the last word") ||
		strings.Contains(said+p.err.String(), "hunter2") {
		t.Errorf("said:\n%s%s", said, &p.err)
	}
	for name, text := range reported(t, project) {
		if strings.Contains(text, "hunter2") {
			t.Errorf("%s has the secret", name)
		}
	}
}

// The server inside the process listens nowhere.
func TestEmbeddedListensNowhere(t *testing.T) {
	t.Parallel()
	srv, err := startServer(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer srv.WaitForShutdown()
	defer srv.Shutdown()
	if at := srv.Addr(); at != nil {
		t.Errorf("it listens on %v", at)
	}
}

func TestRefusedFlags(t *testing.T) {
	t.Parallel()
	project, _ := newProject(t, 2)
	for want, args := range map[string][]string{
		"--queue excludes --shard":         {"--queue", "embedded", "--shard", "1/2"},
		"excludes --max-failures":          {"--queue", "embedded", "--max-failures", "1"},
		"--queue-workers and --host go":    {"--queue", "nats://127.0.0.1:1", "--queue-workers", "2"},
		"is a NATS server running there":   {"--queue", "nats://127.0.0.1:1"},
		"want nats://HOST:4222":            {"--queue", "http://user:hunter2-hunter2@127.0.0.1:1"},
		"--queue excludes --failed":        {"--failed"},
		"no run 20200101-000000-0000 is":   {"--queue", "embedded", "--resume", "20200101-000000-0000"},
		"want creds, nkey, ca, cert or ke": {"--queue", "nats://127.0.0.1:1?password=x"},
	} {
		p := does(t, roleProgram, project, 2, append([]string{"run"}, args...)...)
		if !strings.Contains(p.err.String(), want) || strings.Contains(p.err.String(), "hunter2") {
			t.Errorf("%v: want %q, got\n%s", args, want, &p.err)
		}
	}
	p := does(t, roleOrdinary, project, 2, "run", "--queue", "nats://127.0.0.1")
	if !strings.Contains(p.err.String(), "make build-queue") {
		t.Errorf("the ordinary program says:\n%s", &p.err)
	}
}
