package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// A worker removes what a killed one has left, but no folder of a living one, nor one whose lock is not there yet.
func TestScratch(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary) // of Windows
	file := func(dir, name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(temporary, dir), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(temporary, dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file("beaver-eval-queue-killed", disk.LockName)
	file("beaver-eval-queue-killed/project", "beaver-eval.yaml")
	file("beaver-eval-queue-begun", "sent")
	file("somebody-elses", disk.LockName)
	first, err := newScratch()
	if err != nil {
		t.Fatal(err)
	}
	second, err := newScratch()
	if err != nil {
		t.Fatal(err)
	}
	for dir, there := range map[string]bool{
		filepath.Join(temporary, "beaver-eval-queue-killed"): false,
		filepath.Join(temporary, "beaver-eval-queue-begun"):  true,
		filepath.Join(temporary, "somebody-elses"):           true,
		first.dir: true, second.dir: true,
	} {
		if _, err := os.Stat(dir); (err == nil) != there {
			t.Errorf("%s: %v", dir, err)
		}
	}
	for _, s := range []*scratch{first, second} {
		if err := s.remove(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(s.dir); err == nil {
			t.Errorf("%s is still there", s.dir)
		}
	}
}
