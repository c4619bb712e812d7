package initialize

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
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
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestGuess(t *testing.T) {
	const started, developed = `{"scripts": {"start": "node server.mjs"}}`, `{"scripts": {"test": "x", "dev": "tsx a.ts"}}`
	const program = "print(1)\n\nif __name__ == '__main__':\n    pass\n"
	all := []string{"python3", "node", "npm", "go", "make", "sh"}
	type files map[string]string
	for name, tc := range map[string]struct {
		files    files
		programs []string
		want     []string
	}{
		"nothing": {nil, all, nil},
		"a start script": {files{"package.json": started, "agent.py": ""}, all,
			[]string{"npm", "run", "--silent", "start"}},
		"no npm":          {files{"package.json": started, "index.mjs": ""}, all[1:2], []string{"node", "index.mjs"}},
		"no start script": {files{"package.json": "{}", "index.js": ""}, all, []string{"node", "index.js"}},
		"no JSON":         {files{"package.json": "{", "main.py": ""}, all, []string{"python3", "main.py"}},
		"the agent first": {files{"main.py": "", "agent.py": ""}, all, []string{"python3", "agent.py"}},
		"another name":    {files{"app.py": ""}, []string{"python"}, []string{"python", "app.py"}},
		"no Python":       {files{"app.py": "", "main.go": ""}, all[3:], []string{"go", "run", "."}},
		"nothing does it": {files{"app.py": "", "main.go": ""}, nil, nil},
		"a dev script":    {files{"package.json": developed}, all, []string{"npm", "run", "--silent", "dev"}},
		"a server":        {files{"server.py": ""}, all, []string{"python3", "server.py"}},
		"a shell script":  {files{"agent.sh": ""}, all, []string{"sh", "agent.sh"}},
		"a Makefile":      {files{"Makefile": "x:\n\ty\nrun: x\n\tz\n"}, all, []string{"make", "--silent", "run"}},
		"another target":  {files{"Makefile": "start:\n\tx\n"}, all, []string{"make", "--silent", "start"}},
		"only a variable": {files{"Makefile": "run := x\nrunner:\n\tx\n"}, all, nil},
		"one program": {files{"shop.py": program, "lib.py": "x = 1\n", "test_shop.py": program, "conftest.py": program},
			all, []string{"python3", "shop.py"}},
		"one that reads": {files{"shop.py": "import sys\nprint(sys.stdin.read())\n"}, all,
			[]string{"python3", "shop.py"}},
		"two programs": {files{"a.py": program, "b.py": program}, all, nil},
		"a library":    {files{"lib.py": "def input_of(x):\n    return x\n"}, all, nil},
		"a script of the project": {
			files{"pyproject.toml": "[project]\nname = 'shop'\n\n[project.scripts]\nshop = \"shop.cli:main\"\n[x]\n" +
				"y='a:b'\n", "shop.py": ""},
			all, []string{"python3", "-c", "from shop.cli import main; main()"}},
		"a script in src": {files{"pyproject.toml": "[project.scripts]\nshop = 'shop:run'\n"}, all,
			[]string{"python3", "-c", "import sys; sys.path.insert(0, 'src'); from shop import run; run()"}},
		"two scripts": {files{"pyproject.toml": "[project.scripts]\na = 'a:b'\nc = 'c:d'\n"}, all, nil},
	} {
		t.Run(name, func(t *testing.T) {
			programs(t, tc.programs...)
			if got := guess(folder(t, tc.files)).command; !slices.Equal(got, tc.want) {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// What a person can do is named if there is no program: which file, and which package of the repository.
func TestUnknownProgram(t *testing.T) {
	programs(t, "python3")
	const program = "if __name__ == '__main__':\n    pass\n"
	dir := folder(t, map[string]string{"a.py": program, "b.py": program, "packages/shop/agent.py": "",
		"desk/x.py": program, "docs/agent.py": "", ".hidden/agent.py": "", "packages/lib/lib.py": ""})
	if got, want := below(dir), []string{"desk", "packages/shop"}; !slices.Equal(got, want) {
		t.Errorf("folders %v, want %v", got, want)
	}
	_, err := answered(dir, strings.NewReader("\n"))
	for _, want := range []string{"init -- python3 a.py", "cd packages/shop && beaver-eval init", "--example python"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %q", err, want)
		}
	}
}

// A person's answer is split into words; with more than words it is for the shell.
func TestAnswered(t *testing.T) {
	for line, want := range map[string]start{
		" python3 shop.py --fast \n": {language: python, command: []string{"python3", "shop.py", "--fast"}},
		"npm run 'my agent'":         {command: []string{"sh", "-c", "npm run 'my agent'"}},
		"./run.sh\nand more":         {command: []string{"./run.sh"}},
	} {
		got, err := answered(t.TempDir(), strings.NewReader(line))
		if err != nil || !slices.Equal(got.command, want.command) || got.language != want.language {
			t.Errorf("%q: %+v, %v", line, got, err)
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
