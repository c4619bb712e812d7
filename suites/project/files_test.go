package project

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A file of a size that no run reads is not read for its digest either, which is another one after each change.
func TestDigestsOfALargeFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p, err := Open(os.DirFS(dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "large")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	digest := func(size int64, at time.Time) string {
		t.Helper()
		if err := os.Truncate(name, size); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
		files, err := p.Digests(t.Context(), nil, dir)
		if err != nil {
			t.Fatal(err)
		}
		return files.Data[p.Named(name)]
	}
	const size = 10 << 30
	if got, want := digest(size, at), "10737418240 bytes of 2026-01-02T03:04:05.000000006Z"; got != want {
		t.Errorf("digest %q, want %q", got, want)
	}
	if digest(size, at.Add(time.Second)) == digest(size, at) || digest(size+1, at) == digest(size, at) {
		t.Error("a change leaves the digest as it was")
	}
	if got := digest(1<<20, at); len(got) != 32 || got != digest(1<<20, at.Add(time.Second)) {
		t.Errorf("the digest of a small file is %q, and another one at another time", got)
	}
}
