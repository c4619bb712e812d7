package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// application returns a suite of an application in a project with these files.
func application(t *testing.T, files map[string]string) *Suite {
	t.Helper()
	dir := t.TempDir()
	p, err := Find(".", dir)
	if err != nil {
		t.Fatal(err)
	}
	sys, err := app.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		writeIn(t, p, name, text)
	}
	return &Suite{Name: "desk", project: p, system: sys, writing: &writing{}}
}

func writeIn(t *testing.T, p *Project, name, text string) {
	t.Helper()
	file := p.OnDisk(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What is new or other while a case runs is named, also if git ignores it; what is there already, packages, logs, links
// and the project's own folders are not, nor what is written after the last case.
func TestWritten(t *testing.T) {
	s := application(t, map[string]string{
		".gitignore": "*.db\n", "agent.py": "1", "state.json": "[]", "same.json": "[]", "gone.json": "[]",
	})
	p := s.project
	if got := s.Written(); got != nil {
		t.Errorf("before a case: %q", got)
	}
	ended, alsoEnded := s.Starts(), s.Starts()
	for _, name := range []string{
		"state.json", "chat.db", "sub/deep/a\x1bb.json", "out.json", "goldens/desk/a.yaml", "fixtures/a.yaml",
		"reports/1/run.json", "suites/desk.yaml", "node_modules/.cache/x", "web/node_modules/y", ".venv/z", "agent.log",
		"__pycache__/agent.pyc", "lib/a.pyc", "dist/main.js", ".next/x", ".git/index", ".gitignore", ".gitattributes",
		".beaver-eval.lock",
	} {
		writeIn(t, p, name, "[1]")
	}
	if err := os.Symlink("agent.py", p.OnDisk("link.py")); err != nil {
		t.Log(err)
	}
	if err := os.Remove(p.OnDisk("gone.json")); err != nil {
		t.Fatal(err)
	}
	out, err := os.Open(p.OnDisk("out.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	p.WritesItself(out)
	want := []string{"chat.db", "state.json", "sub/deep/a\x1bb.json"}
	if d := cmp.Diff(want, s.Written()); d != "" {
		t.Errorf("during a case:\n%s", d)
	}
	alsoEnded()
	ended()
	time.Sleep(20 * time.Millisecond) // the clock of files is coarse
	writeIn(t, p, "agent.py", "edited by a person")
	writeIn(t, p, "later.json", "")
	if d := cmp.Diff(want, s.Written()); d != "" {
		t.Errorf("after the cases:\n%s", d)
	}
}

// A line is found as it is, and as JSON in the ways in which that is written; a file of prompts comes first.
func TestState(t *testing.T) {
	s := application(t, map[string]string{"prompts/rules.md": "Be friendly to everybody.\n"})
	defer s.Starts()()
	writeIn(t, s.project, "a.json", `[
		"Say \"good day\" to them", "Gr\u00fc\u00dfe aus \u5317\u4eac \ud83d\ude00"]`)
	writeIn(t, s.project, "b.txt", "Be friendly to everybody.\nGrüße aus Oslo\n")
	writeIn(t, s.project, "c.db", "SQLite\x00\x01\nIn a database there are no lines")
	state := s.State()
	for line, want := range map[string]place{
		`Say "good day" to them`:           {"a.json", 2},
		"Grüße aus 北京 😀":                   {"a.json", 2},
		"  Grüße aus Oslo":                 {"b.txt", 2},
		"In a database there are no lines": {"c.db", 0},
		"Be friendly to everybody.":        {"prompts/rules.md", 1},
		"Nobody says this line.":           {},
		"SQLite":                           {}, // too short
	} {
		var got place
		if got.file, got.line = s.project.Locate(line, state); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

// The variable is the one that code reads beside the file's name, or that of a folder of it.
func TestEnvFor(t *testing.T) {
	for name, tt := range map[string]struct {
		code, file, want string
	}{
		"Python":    {`f = os.environ.get("SESSION", ".session.json")`, ".session.json", "SESSION /.session.json"},
		"index":     {`f = os.environ["DB"] or './chat.db'`, "chat.db", "DB /chat.db"},
		"getenv":    {`path = os.getenv('STORE') or 'state/x.json'`, "state/x.json", "STORE /x.json"},
		"Node":      {"const dir = process.env.STATE_DIR ?? `.state`", ".state/a/b.json", "STATE_DIR /.state"},
		"Go":        {`cmp.Or(os.Getenv("HISTORY"), "history.txt")`, "history.txt", "HISTORY /history.txt"},
		"Ruby":      {`ENV.fetch("MEMORY", "memory.yml")`, "memory.yml", "MEMORY /memory.yml"},
		"join":      {`os.path.join(os.environ["DIR"], "a.json")`, "a.json", "DIR "},
		"slash":     {`Path(os.environ["DIR"]) / "a.json"`, "state/a.json", "DIR "},
		"template":  {"`${process.env.DIR}/a.json`", "a.json", "DIR "},
		"plus":      {`process.env.DIR + "/a.json"`, "a.json", "DIR "},
		"other":     {`os.environ["HOME"]`, "chat.db", ""},
		"part":      {`os.environ.get("X", "chat.db.bak")`, "chat.db", ""},
		"no":        {`open("chat.db")`, "chat.db", ""},
		"the state": {``, "chat.json", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := application(t, map[string]string{"agent": tt.code + "\n", tt.file: `os.environ["X"], "chat.json"`})
			if tt.want != "" {
				tt.want = "env: {" + strings.Replace(tt.want, " ", ": $BEAVER_EVAL_DIR", 1) + "}"
			}
			if got := s.project.envFor([]string{tt.file}); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
