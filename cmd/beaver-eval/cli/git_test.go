package cli

import (
	"os"
	"os/exec"
	"testing"
)

// hasGit reports whether the program git, which diff --base needs, is installed.
func hasGit() bool {
	_, err := exec.LookPath("git")
	return err == nil
}

// commitAll makes a folder a repository and commits all of its files, if git is installed.
func commitAll(t *testing.T, dir string) {
	t.Helper()
	if !hasGit() {
		return
	}
	for _, args := range [][]string{
		{"init", "--quiet", "--template="}, {"add", "."},
		{"-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "--message", "all"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}
