package review_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/review"
)

// A regular file of the folder is accepted, through any link; one outside it, or anything else, is not.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "p")
	err := errors.Join(os.MkdirAll(filepath.Join(folder, "sub"), 0o700),
		os.WriteFile(filepath.Join(folder, "a.tmpl"), nil, 0o600),
		os.WriteFile(filepath.Join(dir, "b.tmpl"), nil, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(os.Symlink("a.tmpl", filepath.Join(folder, "inside")),
		os.Symlink(filepath.Join("..", "b.tmpl"), filepath.Join(folder, "outside")),
		os.Symlink("nowhere", filepath.Join(folder, "dangling")), os.Symlink(folder, filepath.Join(dir, "q")))
	if err != nil {
		t.Skipf("no links: %v", err)
	}
	for name, want := range map[[2]string]bool{
		{folder, "a.tmpl"}:                     true,
		{folder, "inside"}:                     true,
		{filepath.Join(dir, "q"), "a.tmpl"}:    true,
		{folder, "outside"}:                    false,
		{folder, "dangling"}:                   false,
		{folder, "sub"}:                        false,
		{folder, "gone.tmpl"}:                  false,
		{folder, ""}:                           false,
		{folder, "../b.tmpl"}:                  false,
		{folder, filepath.Join(dir, "b.tmpl")}: false,
		{"", "a.tmpl"}:                         false,
		{filepath.Join(dir, "no"), "a.tmpl"}:   false,
		{folder, os.DevNull}:                   false,
	} {
		file, err := review.EditorFile(name[0], name[1])
		if (err == nil) != want || want && file != filepath.Join(name[0], name[1]) {
			t.Errorf("%q: %q, %v", name, file, err)
		}
	}
}
