package review_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/review"
)

func TestCommand(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a backslash stands in the names of folders")
	}
	const file = "/p/a b.tmpl"
	t.Setenv("PATH", programs(t, "vi", "emacsclient", "nano", "code", "cursor", "hx", "subl", "zed", "Code.EXE", "ed",
		"sh", "a", "vim", "x"))
	for chosen, want := range map[string][]string{
		"vi":                    {"vi", "+43", file},
		"/usr/bin/nvim -p":      {"/usr/bin/nvim", "-p", "+43", file},
		"emacsclient -nw":       {"emacsclient", "-nw", "+43", file},
		"nano":                  {"nano", "+43", file},
		"code --wait":           {"code", "--wait", "--goto", file + ":43"},
		"cursor":                {"cursor", "--goto", file + ":43"},
		"hx":                    {"hx", file + ":43"},
		"subl -w":               {"subl", "-w", file + ":43"},
		"zed --wait":            {"zed", "--wait", file + ":43"},
		"Code.EXE":              {"Code.EXE", "--goto", file + ":43"},
		"ed":                    {"ed", file},
		`"/opt/my editor/x" -a`: {"/opt/my editor/x", "-a", file},
		`/opt/my\ editor/vim`:   {"/opt/my editor/vim", "+43", file},
		`sh -c 'vi "$@"' ""`:    {"sh", "-c", `vi "$@"`, "", file},
		`a "b \"c\" \d" 'e\f'`:  {"a", `b "c" \d`, `e\f`, file},
		" \tvim\n":              {"vim", "+43", file},
		"x $HOME `id` ; rm ~":   {"x", "$HOME", "`id`", ";", "rm", "~", file},
	} {
		cmd, err := review.EditorCommand(chosen, file, 43)
		if err != nil {
			t.Errorf("%s: %v", chosen, err)
			continue
		}
		if d := cmp.Diff(want, cmd.Args); d != "" {
			t.Errorf("%s (-want +got):\n%s", chosen, d)
		}
	}
	for chosen, want := range map[string]string{
		"": "no editor is named", " \t": "no editor is named", "''": "no editor is named",
		`vim "x`: `vim "x: a " is not closed`, "vim 'x": "vim 'x: a ' is not closed",
		`vim \`:          `vim \: nothing follows a \`,
		"no-such-one -x": `exec: "no-such-one": executable file not found in $PATH`,
	} {
		if _, err := review.EditorCommand(chosen, file, 43); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", chosen, err, want)
		}
	}
	for _, chosen := range []string{"vim", "code", "hx", "ed"} {
		if cmd, err := review.EditorCommand(chosen, file, 0); err != nil || cmp.Diff([]string{chosen, file},
			cmd.Args) != "" {
			t.Errorf("%s, without a line: %v, %v", chosen, cmd, err)
		}
	}
}

// programs returns a folder with programs of these names that do nothing.
func programs(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Whatever a file is called, the editor gets its name as one argument, and no shell reads it.
func TestCommand_HostileName(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell script")
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "vim")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	file := "/p/$(touch " + dir + "/bad); `id` ' \" \x1b[2J.tmpl"
	cmd, err := review.EditorCommand(script, file, 7)
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(cmd.Args[0], cmd.Args[1:]...).Output()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"2", "+7", file, ""}, strings.Split(string(said), "\n")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if _, err := os.Stat(filepath.Join(dir, "bad")); err == nil {
		t.Error("the name was run")
	}
}
