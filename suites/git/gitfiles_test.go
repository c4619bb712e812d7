package git

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// newProject returns a project in a work tree, with files of its own.
func newProject(t *testing.T, files map[string]string) *project.Project {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	p, err := project.Open(disk.DirFS(dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// added returns the lines of what Add says, and a second time it says nothing.
func added(t *testing.T, p *project.Project) []string {
	t.Helper()
	done, err := AddFiles(t.Context(), p, "run")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, o := range done {
		lines = append(lines, o.String())
	}
	if again, err := AddFiles(t.Context(), p, "run"); len(again) > 0 || err != nil {
		t.Errorf("a second time: %v, %v", again, err)
	}
	return lines
}

func contents(t *testing.T, p *project.Project, name string) string {
	t.Helper()
	text, err := os.ReadFile(p.OnDisk(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAdd(t *testing.T) {
	p := newProject(t, map[string]string{
		ignoreFile: "*.pending.yaml\r\n*.pending.json\r\nreports", "..gitignore123456": "", ".gitignore.old": "",
	})
	want := []string{
		".gitignore: added 4 lines (the lock, unfinished imports, unfinished files, unfinished recordings)",
		".gitattributes: added 2 lines (goldens, fixtures)",
	}
	if d := cmp.Diff(want, added(t, p)); d != "" {
		t.Errorf("said (-want +got):\n%s", d)
	}
	text := "*.pending.yaml\r\n*.pending.json\r\nreports\r\n" +
		"/.beaver-eval.lock\r\n/.import-*/\r\n/goldens/**/.*[0-9]\r\n/fixtures/recordings/**/.*[0-9]\r\n"
	if d := cmp.Diff(text, contents(t, p, ignoreFile)); d != "" {
		t.Errorf("%s (-want +got):\n%s", ignoreFile, d)
	}
	if d := cmp.Diff("/goldens/** -text\n/fixtures/** -text\n", contents(t, p, attributesFile)); d != "" {
		t.Errorf("%s (-want +got):\n%s", attributesFile, d)
	}
	if _, err := os.Lstat(p.OnDisk("..gitignore123456")); err == nil {
		t.Error("what a killed command had begun is there still")
	}
	contents(t, p, ".gitignore.old")
}

// Folders may have any name: git reads the lines as intended.
func TestAddForStrangeNames(t *testing.T) {
	for _, name := range []string{"gold ens", "[g]", "g*", "#g", "!g", `g"h`, `g\h`, "g{a,b}", "g\nh", "тест"} {
		p := newProject(t, nil)
		p.Goldens, p.Fixtures, p.Reports = name+"/goldens", name+"/fixtures", name+"/reports"
		if n := len(added(t, p)); n != 2 {
			t.Errorf("%q: lines in %d files", name, n)
		}
		for _, n := range ignored(p) {
			for _, probe := range n.probes {
				if out, ok := git(t, p.Dir, "check-ignore", "--no-index", probe); ok && out == "" {
					t.Errorf("git does not ignore %q:\n%s", probe, contents(t, p, ignoreFile))
				}
			}
		}
		for _, n := range keptAsTheyAre(p) {
			for _, probe := range n.probes {
				out, ok := git(t, p.Dir, "check-attr", "text", "--", probe)
				if ok && !strings.HasSuffix(out, "text: unset\n") {
					t.Errorf("git says %q:\n%s", out, contents(t, p, attributesFile))
				}
			}
		}
		if out, ok := git(t, p.Dir, "check-ignore", "--no-index", p.Goldens+"/suite/case.yaml"); ok && out != "" {
			t.Errorf("%q: git ignores a golden", name)
		}
	}
}

// Concurrent commands add the lines once.
func TestAddSideBySide(t *testing.T) {
	p := newProject(t, nil)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := AddFiles(t.Context(), p, "run"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if text := contents(t, p, ignoreFile); strings.Count(text, "\n") != 6 {
		t.Errorf("%s:\n%s", ignoreFile, text)
	}
}

// A file that cannot be written is reported with its missing lines and stays unchanged.
func TestAddWhereNothingCanBeWritten(t *testing.T) {
	const lines = "/.beaver-eval.lock  /.import-*/  /goldens/**/.*[0-9]  /fixtures/recordings/**/.*[0-9]"
	const begun = ".gitignore: it lacks 4 lines (the lock, unfinished imports, unfinished files, " +
		"unfinished recordings), " +
		"and nothing can be added: "
	for _, c := range []struct {
		want string
		make func(p *project.Project, file string) error
	}{
		{"it is read-only", func(p *project.Project, file string) error { return os.Chmod(file, 0o400) }},
		{"it is a link, through which nothing is written", func(p *project.Project, file string) error {
			outside := filepath.Join(t.TempDir(), "shared")
			if err := os.Rename(file, outside); err != nil {
				return err
			}
			return os.Symlink(outside, file)
		}},
		{"it is not UTF-8 text", func(p *project.Project, file string) error {
			f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString("\x00")
			f.Close()
			return err
		}},
	} {
		p := newProject(t, map[string]string{ignoreFile: "*.pending.*\n/reports/\n", attributesFile: "* -text\n"})
		if err := c.make(p, p.OnDisk(ignoreFile)); err != nil {
			t.Fatal(err)
		}
		before := contents(t, p, ignoreFile)
		done, err := AddFiles(t.Context(), p, "run")
		if err != nil || len(done) != 1 {
			t.Errorf("%v, %v", done, err)
			continue
		}
		if d := cmp.Diff(begun+c.want+"; add by hand: "+lines, done[0].String()); d != "" {
			t.Errorf("said (-want +got):\n%s", d)
		}
		if d := cmp.Diff(before, contents(t, p, ignoreFile)); d != "" {
			t.Errorf("%s: the file has changed:\n%s", c.want, d)
		}
	}
}

// A work tree is where git sees one: a folder .git or, in a second work tree, a file; here or in a folder above.
func TestFindWorktree(t *testing.T) {
	top := t.TempDir()
	below := filepath.Join(top, "a", "b")
	if err := os.MkdirAll(below, 0o700); err != nil {
		t.Fatal(err)
	}
	if tree := findWorktree(below); tree != nil {
		t.Skipf("%s lies in the work tree %s", top, tree.top)
	}
	if err := os.WriteFile(filepath.Join(top, ".git"), []byte("gitdir: elsewhere\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{below: "a/b", top: "."} {
		if tree := findWorktree(dir); tree == nil || tree.project != want {
			t.Errorf("%s: %v, want %s", dir, tree, want)
		}
	}
}
