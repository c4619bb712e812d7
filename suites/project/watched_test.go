package project

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Folders that suites name outside the data folders are watched too; an unreadable suite names none.
func TestWatched(t *testing.T) {
	p, err := Open(fstest.MapFS{
		RootFile: {Data: []byte("goldens: accepted\n")},
		"suites/a.yaml": {Data: []byte("system: x\nprompts: ../prompts\n" +
			"skills: [../lib/skills, ../fixtures/skills]\n")},
		"suites/b.yaml":      {Data: []byte("prompts: own\nskills: ../../outside\n")},
		"suites/broken.yaml": {Data: []byte("prompts: [")},
		"suites/list.yaml":   {Data: []byte("- prompts")},
		"suites/empty.yaml":  {},
	}, "root")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, name := range []string{RootFile, "suites", "fixtures", "accepted", "prompts", "lib/skills", "../outside"} {
		want = append(want, filepath.Join("root", filepath.FromSlash(name)))
	}
	if d := cmp.Diff(want, Watched(p)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The code of an application is all of the work tree but the project's data and what git ignores; a project without one
// has none.
func TestWatchedCode(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	dir := t.TempDir()
	for _, name := range []string{
		RootFile, "agent.py", "prompts/main.md", "out/built.js", "__pycache__/agent.pyc", "goldens/s/a.yaml",
		"fixtures/conversations/a.yaml", "reports/1/run.json",
	} {
		writeFile(t, dir, name, "")
	}
	writeFile(t, dir, ".gitignore", "out/\n")
	git := exec.Command("git", "init", "-q")
	git.Dir = dir
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for suite, want := range map[string][]string{
		"system: described\n": {filepath.Join(dir, "agent.py"), filepath.Join(dir, "prompts", "main.md")},
		"system: plain\n":     nil, "system: [": nil,
	} {
		writeFile(t, dir, "suites/s.yaml", suite)
		p, err := Find(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		systems := map[string]pipeline.System{"described": described{}, "plain": plain{}}
		if d := cmp.Diff(want, WatchedCode(p, systems)); d != "" {
			t.Errorf("%q (-want +got):\n%s", suite, d)
		}
	}
}

type plain struct{ pipeline.System }

type described struct{ pipeline.Configured }

func writeFile(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
