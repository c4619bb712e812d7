package project

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A line is found in the only file that has it, among files that git does not ignore.
func TestLocate(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		writeFile(t, dir, name, text)
	}
	write("beaver-eval.yaml", "")
	write("suites/s.yaml", "system: app\n")
	write("agent.py", "import os\nPROMPT = \"You are a desk of bicycles.\"\n")
	write("prompts/main.md", "# Rules\nSay what is in store.\nSay it twice, in two files.\n")
	write("prompts/other.md", "Say it twice, in two files.\n")
	write("list.md", "# List\n- Say it in a list.\n")
	write("run.log", "edited\n  -You are a desk of boats.\n  +You are a desk of bicycles.\n"+
		"  +  Only an output says this.\n")
	write("goldens/s/a.yaml", "You are a desk of bicycles.\nOnly a golden says this line.\n")
	write("node_modules/x/index.js", "Only a package says this line.\n")
	write("out/built.js", "Say what is in store.\nOnly an ignored file says this.\n")
	write("large.txt", strings.Repeat("x", largestSource)+"\nOnly a large file says this line.\n")
	write("data.bin", "\x00\nOnly a binary file says this line.\n")
	if err := os.Symlink("agent.py", filepath.Join(dir, "link.py")); err != nil {
		t.Fatal(err)
	}
	for _, withGit := range []bool{false, true} {
		if withGit {
			if _, err := exec.LookPath("git"); err != nil {
				t.Skip("needs git")
			}
			write(".gitignore", "out/\nnode_modules/\n")
			git := exec.Command("git", "init", "-q")
			git.Dir = dir
			if out, err := git.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		p, err := Find(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		inStore := "prompts/main.md"
		if !withGit { // nothing says that it is ignored
			inStore = ""
		}
		for line, want := range map[string]string{
			"You are a desk of bicycles.": "agent.py", "  Say what is in store.": inStore,
			"Say it twice, in two files.": "",
			"Say it in a list.":           "list.md", "- Say it in a list.": "list.md",
			"Only an output says this.": "", "You are a desk of boats.": "",
			"import os": "", "Only a golden says this line.": "",
			"Only a package says this line.":    "",
			"Only a large file says this line.": "", "Only a binary file says this line.": "",
			"Nobody says this line.": "",
		} {
			file, at := p.Locate(line, &State{})
			if file != want || (at == 2) != (want != "") {
				t.Errorf("git %v: %q: %s:%d, want %s", withGit, line, file, at, want)
			}
		}
	}
}
