package console

import (
	"cmp"
	"path/filepath"
)

// BelowRepository returns where a project lies in the repository that a CI job has checked out: GitHub and GitLab name
// files from there. Empty: at its root, or nobody says where that is.
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

// realDir returns a folder's absolute name without links, as far as there is one.
func realDir(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	return dir
}
