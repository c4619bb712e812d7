package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// asked is a test case: lines of a file, a path, and the right results.
type asked struct {
	lines, path, own string // own: empty is the path itself
	settled          bool
	git              bool // git's own result: the path is ignored, or keeps its line ends
}

// Lines that settle whether a path is ignored; git, if installed, agrees.
func TestSettlesIgnored(t *testing.T) {
	const (
		pending = "goldens/s/c.pending.yaml"
		run     = "reports/r/run.json"
		hidden  = "goldens/s/.c.yaml123456"
	)
	for _, a := range []asked{
		{"", pending, "", false, false},
		{"# *.pending.yaml", pending, "", false, false},
		{"*.pending.yaml", pending, "", true, true},
		{"*.pending.yaml  ", pending, "", true, true},
		{"*.pending.yaml\r", pending, "", true, true},
		{"\ufeff*.pending.yaml", pending, "", true, true},
		{"*.pending.*", pending, "", true, true},
		{"/*.pending.*", pending, "", false, false},
		{"/goldens/**/*.pending.*", pending, "", true, true},
		{"goldens/*/*.pending.yaml", pending, "", true, true},
		{"goldens/*.pending.yaml", pending, "", false, false},
		{"**/s/*.pending.yaml", pending, "", true, true},
		{"c.pending.yaml/", pending, "", false, false},
		{"*.{pending,new}.yaml", pending, "", false, false},
		{"c.pending.[xy]aml", pending, "", true, true},
		{"[", pending, "", false, false},
		{strings.Repeat("*a", maxPattern), pending, "", false, false},
		{"goldens", pending, "", true, true},
		{"*\n!*.yaml", pending, "", true, true}, // its folder is ignored
		{"*.yaml\n!*.pending.yaml", pending, "", true, false},
		{"/*\n!/goldens", pending, "", false, false}, // about the folder, not the file
		{"/*\n!/goldens", run, "reports", true, true},
		{"reports", run, "reports", true, true},
		{"reports/", run, "reports", true, true},
		{"/reports", run, "reports", true, true},
		{"/reports/*", run, "reports", true, true},
		{"/reports/*/", run, "reports", true, true},
		{"!/reports/", run, "reports", true, false},
		{"other/reports/", run, "reports", false, false},
		{"/goldens/**/.*[0-9]", hidden, "", true, true},
		{".*", hidden, "", true, true},
		{".*.json[0-9]*", hidden, "", false, false},
	} {
		own := a.own
		if own == "" {
			own = a.path
		}
		tree := treeWith(t, ignoreFile, a.lines)
		if got := settlesIgnored(tree.lines(ignoreFile, a.path), a.path, own); got != a.settled {
			t.Errorf("%q settles %s: %v, want %v", a.lines, a.path, got, a.settled)
		}
		if out, ok := git(t, tree.top, "check-ignore", "--no-index", a.path); ok && (out != "") != a.git {
			t.Errorf("%q: git says %q of %s, want it ignored: %v", a.lines, out, a.path, a.git)
		}
	}
}

// Lines that settle the line ends of a path; git, if installed, agrees.
func TestSettlesAttributes(t *testing.T) {
	const golden = "goldens/s/c.yaml"
	for _, a := range []asked{
		{"", golden, "goldens", false, false},
		{"# goldens/** -text", golden, "goldens", false, false},
		{"* text=auto", golden, "goldens", false, false},
		{"* -text", golden, "goldens", true, true},
		{"* text eol=lf", golden, "goldens", true, true},
		{"* text=auto eol=lf", golden, "goldens", true, true},
		{"* text eol=crlf", golden, "goldens", false, false},
		{"*.yaml eol=lf", golden, "goldens", true, true},
		{"*.json eol=lf", golden, "goldens", false, false},
		{"  *.yaml\tbinary", golden, "goldens", true, true},
		{"goldens/** -text linguist-generated", golden, "goldens", true, true},
		{"/goldens/** -text\r", golden, "goldens", true, true},
		{"goldens/ -text", golden, "goldens", false, false},
		{"goldens/* -text", golden, "goldens", false, false},
		{`"goldens/**" -text`, golden, "goldens", true, true},
		{"[attr]goldens/** -text", golden, "goldens", false, false},
		{"* -text\n*.yaml text", golden, "goldens", false, false},
		{"*.yaml text\n* -text", golden, "goldens", true, true},
		{"goldens/** text=auto", golden, "goldens", true, false}, // a person has decided
		{"/goldens/** !text", golden, "goldens", true, false},
		{"goldens/** diff=yaml", golden, "goldens", false, false},
	} {
		tree := treeWith(t, attributesFile, a.lines)
		if got := settlesAttributes(tree.lines(attributesFile, a.path), a.path, a.own); got != a.settled {
			t.Errorf("%q settles %s: %v, want %v", a.lines, a.path, got, a.settled)
		}
		out, ok := git(t, tree.top, "check-attr", "text", "eol", "--", a.path)
		if asIs := strings.Contains(out, "text: unset") || strings.Contains(out, "eol: lf"); ok && asIs != a.git {
			t.Errorf("%q: git says %q, want %v", a.lines, out, a.git)
		}
	}
}

// A line in a folder above is relative to that folder, and so is one below the project's root.
func TestLinesOfOtherFolders(t *testing.T) {
	for lines, want := range map[string]bool{"p/reports/": true, "/reports/": false, "reports/": true} {
		tree := treeWith(t, ignoreFile, lines)
		const run = "p/reports/r/run.json"
		if got := settlesIgnored(tree.lines(ignoreFile, run), run, "p/reports"); got != want {
			t.Errorf("%q above: %v, want %v", lines, got, want)
		}
	}
	tree := treeWith(t, "p/reports/"+ignoreFile, "*")
	const run = "p/reports/r/run.json"
	if !settlesIgnored(tree.lines(ignoreFile, run), run, "p/reports") {
		t.Error("a line in the folder itself settles nothing")
	}
}

// Lines are appended with the line ends of the file.
func TestAppended(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "a\nb\n",
		"x":                   "x\na\nb\n",
		"x\n":                 "x\na\nb\n",
		"x\n\n":               "x\n\na\nb\n",
		"x\r\ny\r\n":          "x\r\ny\r\na\r\nb\r\n",
		"x\r\ny":              "x\r\ny\r\na\r\nb\r\n",
		"x\r\ny\nz\n":         "x\r\ny\nz\na\nb\n",
		byteOrderMark:         byteOrderMark + "a\nb\n",
		byteOrderMark + "x\n": byteOrderMark + "x\na\nb\n",
	} {
		if d := cmp.Diff(want, string(appended([]byte(text), []string{"a", "b"}))); d != "" {
			t.Errorf("%q (-want +got):\n%s", text, d)
		}
	}
}

// treeWith returns a work tree with one file.
func treeWith(t *testing.T, file, text string) *worktree {
	t.Helper()
	top := t.TempDir()
	name := filepath.Join(top, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return &worktree{top: top, project: "."}
}

// git returns git's output in a folder, which becomes a work tree; not ok: git is not installed.
func git(t *testing.T, dir string, args ...string) (out string, ok bool) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		return "", false
	}
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "--quiet"}, args} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(cmd.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
			"XDG_CONFIG_HOME="+dir)
		text, err := cmd.Output()
		if e, is := err.(*exec.ExitError); err != nil && (!is || e.ExitCode() != 1) { // 1: nothing is ignored
			t.Fatalf("git %v: %v", args, err)
		}
		out = string(text)
	}
	return out, true
}
