package console

import (
	"cmp"
	"path/filepath"
)

// BelowRepository returns a project's path in the repository that a CI job has checked out: GitHub and GitLab name
// files from there. Empty: its root, or unknown.
func (a *App) BelowRepository(project string) string {
	root := cmp.Or(a.Env("GITHUB_WORKSPACE"), a.Env("CI_PROJECT_DIR"))
	if root == "" || project == "" {
		return ""
	}
	below, err := filepath.Rel(realDir(root), realDir(project))
	if err != nil || below == "." || !filepath.IsLocal(below) {
		return ""
	}
	return filepath.ToSlash(below)
}

// realDir returns a folder's absolute name with links resolved, if possible.
func realDir(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	return dir
}
