package program

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// temporary is a folder for temporary files that only the test uses.
func temporary(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, dir)
	}
	return dir
}

// made returns a folder with a file in it.
func made(t *testing.T) *ScratchFolder {
	t.Helper()
	f, err := NewScratch()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(f.Path, "state"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRemove(t *testing.T) {
	dir := temporary(t)
	if err := made(t).Remove(); err != nil {
		t.Error(err)
	}
	wantLeft(t, dir)
}

// Folders in use stay, also while another process, or this one, sweeps; those of killed processes are removed.
func TestSweep(t *testing.T) {
	dir := temporary(t)
	used, left := made(t), made(t)
	left.lock.Close() // as the system does when a process ends
	others := []string{prefix + "file", prefix + "young", prefix + "strange", "beaver-eval-other"}
	scratchWrite(t, filepath.Join(dir, others[0]))
	mkdir(t, filepath.Join(dir, others[1]))
	mkdir(t, filepath.Join(dir, others[2], locked)) // no file
	mkdir(t, filepath.Join(dir, others[3]))
	old := filepath.Join(dir, prefix+"old") // of a program that did not lock
	mkdir(t, old)
	yesterday := time.Now().Add(-2 * young)
	if err := os.Chtimes(old, yesterday, yesterday); err != nil {
		t.Fatal(err)
	}
	wantSwept(t, 2)
	wantSwept(t, 0)
	wantLeft(t, dir, append(others, filepath.Base(used.root))...)
	if err := used.Remove(); err != nil {
		t.Error(err)
	}
	wantLeft(t, dir, others...)
}

// A link must not cause a removal elsewhere.
func TestSweep_Link(t *testing.T) {
	dir := temporary(t)
	target := t.TempDir()
	scratchWrite(t, filepath.Join(target, locked))
	mkdir(t, filepath.Join(target, inside))
	if err := os.Symlink(target, filepath.Join(dir, prefix+"link")); err != nil {
		t.Skip(err)
	}
	wantSwept(t, 0)
	wantLeft(t, target, inside, locked)
}

// Folders made during a sweep stay.
func TestSweep_Meanwhile(t *testing.T) {
	dir := temporary(t)
	var all sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					wantSwept(t, 0)
				}
			}
		})
	}
	for range 200 {
		if err := made(t).Remove(); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	all.Wait()
	wantLeft(t, dir)
}

func scratchWrite(t *testing.T, name string) {
	t.Helper()
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func mkdir(t *testing.T, name string) {
	t.Helper()
	if err := os.MkdirAll(name, 0o700); err != nil {
		t.Fatal(err)
	}
}

func wantSwept(t *testing.T, want int) {
	t.Helper()
	if got, err := SweepScratch(); err != nil || got != want {
		t.Errorf("%d swept, want %d: %v", got, want, err)
	}
}

func wantLeft(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}
