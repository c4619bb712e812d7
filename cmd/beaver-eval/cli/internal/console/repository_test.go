package console

import (
	"os"
	"path/filepath"
	"testing"
)

func TestBelowRepository(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "tests", "prompts")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	linked := os.Symlink(root, link) == nil
	for _, c := range []struct{ workspace, gitlab, project, want string }{
		{root, "", deep, "tests/prompts"}, {"", root, deep, "tests/prompts"}, {root, "", root, ""}, {"", "", deep, ""},
		{deep, "", root, ""}, {filepath.Join(root, "no such"), "", deep, ""}, {root, "", "", ""},
		{link, "", deep, "tests/prompts"},
	} {
		if c.workspace == link && !linked {
			continue
		}
		a := &App{Env: func(name string) string {
			return map[string]string{"GITHUB_WORKSPACE": c.workspace, "CI_PROJECT_DIR": c.gitlab}[name]
		}}
		if got := a.BelowRepository(c.project); got != c.want {
			t.Errorf("%s in %s%s: %q, want %q", c.project, c.workspace, c.gitlab, got, c.want)
		}
	}
}
