package kept_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
)

// Entries that are damaged are made again.
func TestDamagedEntriesAreMadeAgain(t *testing.T) {
	d := newDesk(t)
	want, _ := d.same(t, "first", plainRun...)
	entries, err := filepath.Glob(filepath.Join(d.cache, "*", "*"))
	if err != nil || len(entries) == 0 {
		t.Fatal("nothing is kept", err)
	}
	for i, entry := range entries {
		text, err := os.ReadFile(entry)
		if err != nil {
			t.Fatal(err)
		}
		switch i % 3 {
		case 0:
			text = text[:len(text)/2]
		case 1:
			text = bytes.Replace(text, []byte("e"), []byte("a"), 1)
		case 2:
			text = nil
		}
		if err := os.WriteFile(entry, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, kept := d.does(t, plainRun...)
	if kept != 0 || !cmp.Equal(want, got) {
		t.Errorf("%d cells are from damaged entries: %s", kept, cmp.Diff(want, got))
	}
	if _, kept := d.does(t, plainRun...); kept != want.cells() {
		t.Errorf("then %d of %d cells are from the cache", kept, want.cells())
	}
}

// A cache that cannot be written does no harm: its folder lies below a file, or its disk is full.
func TestCacheThatCannotBeWritten(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("BEAVER_EVAL_CACHE", filepath.Join(file, "cache"))
	d.same(t, "below a file", plainRun...)
	if _, kept := d.same(t, "below a file, again", plainRun...); kept != 0 {
		t.Errorf("%d cells were kept", kept)
	}
	t.Setenv("BEAVER_EVAL_CACHE", fullDisk(t))
	want, _ := d.same(t, "on a full disk", plainRun...)
	if _, kept := d.same(t, "on a full disk, again", plainRun...); kept >= want.cells() {
		t.Errorf("%d of %d cells were kept", kept, want.cells())
	}
}

// Runs of two copies of a project share a cache at the same time.
func TestTwoRunsAtOnce(t *testing.T) {
	d := newDesk(t)
	want, _ := d.does(t, append(slices.Clone(plainRun), "--no-cache")...)
	copies := []*desk{d, {dir: t.TempDir(), cache: d.cache}}
	if err := os.CopyFS(copies[1].dir, os.DirFS(d.dir)); err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		var both sync.WaitGroup
		for _, one := range copies {
			loaded, args := all(t), append(slices.Clone(plainRun), "--root", one.dir)
			both.Go(func() {
				var stdout, stderr bytes.Buffer
				code := cli.Call(t.Context(), &stdout, &stderr, args, loaded...)
				if code != want.Code {
					t.Errorf("exit code %d: %s", code, stderr.String())
				}
			})
		}
		both.Wait()
		for _, one := range copies {
			if got, kept := one.does(t, plainRun...); kept != want.cells() || !cmp.Equal(want, got) {
				t.Errorf("round %d: %d of %d cells are from the cache: %s", round, kept, want.cells(),
					cmp.Diff(want, got))
			}
		}
	}
}
