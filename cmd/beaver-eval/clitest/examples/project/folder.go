package project

import (
	"os"
	"path/filepath"
	"testing"
)

// Folder has the examples, each a project of its own.
func Folder(t testing.TB) string {
	t.Helper()
	for dir, err := os.Getwd(); ; dir = filepath.Dir(dir) {
		if err != nil || dir == filepath.Dir(dir) {
			t.Fatalf("no folder above this one has docs/examples (%v)", err)
		}
		if _, err := os.Stat(filepath.Join(dir, "docs", "examples")); err == nil {
			return filepath.Join(dir, "docs", "examples")
		}
	}
}
