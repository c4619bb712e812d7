package initialize

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/suites/project"
)

// programs puts empty programs of these names into the only folder of PATH.
func programs(t *testing.T, names ...string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a program there has another name")
	}
	dir := t.TempDir()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
}

func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestGuess(t *testing.T) {
	const started = `{"scripts": {"start": "node server.mjs"}}`
	all := []string{"python3", "node", "npm", "go"}
	type files map[string]string
	for name, tc := range map[string]struct {
		files    files
		programs []string
		want     []string
	}{
		"nothing":         {nil, all, nil},
		"a start script":  {files{"package.json": started, "agent.py": ""}, all, []string{"npm", "start", "--silent"}},
		"no npm":          {files{"package.json": started, "index.mjs": ""}, all[1:2], []string{"node", "index.mjs"}},
		"no start script": {files{"package.json": "{}", "index.js": ""}, all, []string{"node", "index.js"}},
		"no JSON":         {files{"package.json": "{", "main.py": ""}, all, []string{"python3", "main.py"}},
		"the agent first": {files{"main.py": "", "agent.py": ""}, all, []string{"python3", "agent.py"}},
		"another name":    {files{"app.py": ""}, []string{"python"}, []string{"python", "app.py"}},
		"no Python":       {files{"app.py": "", "main.go": ""}, all[3:], []string{"go", "run", "."}},
		"nothing does it": {files{"app.py": "", "main.go": ""}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			programs(t, tc.programs...)
			if got := guess(folder(t, tc.files)).command; !slices.Equal(got, tc.want) {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// If nothing is found, an agent is written in an installed language; else the suite has a command to fill in.
func TestAgent(t *testing.T) {
	for _, tc := range []struct {
		programs []string
		file     string
	}{{[]string{"python3", "node"}, "agent.py"}, {[]string{"node"}, "agent.mjs"}, {nil, ""}} {
		programs(t, tc.programs...)
		w := &writer{project: &project.Project{Dir: t.TempDir()}}
		s, err := w.agent()
		if err != nil || s.file != tc.file || (tc.file != "") != w.has(s.file) && tc.file != "" {
			t.Errorf("%v: %+v, %v", tc.programs, s, err)
		}
		if tc.file == "" && len(w.wrote) > 0 {
			t.Errorf("%v were written", w.wrote)
		}
	}
}

// An existing file stays, whatever it is.
func TestPut(t *testing.T) {
	dir := folder(t, map[string]string{"mine.yml": "a"})
	w := &writer{project: &project.Project{Dir: dir}}
	if err := os.Symlink("nowhere", filepath.Join(dir, "link.yaml")); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"mine.yaml", "link.yaml", "new/file.yaml"} {
		if err := w.put(name, "b"); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(w.stays, []string{"mine.yaml", "link.yaml"}) || !slices.Equal(w.wrote, []string{"new/file.yaml"}) {
		t.Errorf("stays %v, wrote %v", w.stays, w.wrote)
	}
}
