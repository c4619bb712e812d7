package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval-queue/internal/archive"
)

// An object of which a server does not have all yet is fetched once it has, and one that stays another one is an error.
func TestObjectThatIsNotThereYet(t *testing.T) {
	c := newCluster(t, 1, "")
	c.connect()
	s := opened(t, c.url)
	dir := t.TempDir()
	whole, torn := filepath.Join(dir, "whole"), filepath.Join(dir, "torn")
	text := packed(t, whole)
	if err := os.WriteFile(torn, text[len(text)/2:], 0o600); err != nil { // its first half is missing
		t.Fatal(err)
	}
	put := func(file string) {
		t.Helper()
		if _, err := s.put(t.Context(), "object", file); err != nil {
			t.Fatal(err)
		}
	}
	sum := sha256.Sum256(text)
	digest, to := hex.EncodeToString(sum[:]), filepath.Join(dir, "to")

	put(torn)
	ended := make(chan error, 1)
	go func() { ended <- s.get(t.Context(), "object", digest, to) }()
	time.Sleep(5 * firstWait) // it has been asked for
	put(whole)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(to, "a")); err != nil || string(got) != "text" {
		t.Errorf("fetched %q, %v", got, err)
	}

	put(torn)
	if err := s.get(t.Context(), "object", digest, to+"2"); !errors.Is(err, errDigest) {
		t.Errorf("the torn object: %v, want %v", err, errDigest)
	}
	if left, _ := filepath.Glob(to + "2*"); left != nil {
		t.Errorf("it has left %q", left)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	if err := s.get(ctx, "object", digest, filepath.Join(dir, "no", "folder")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("into a folder that does not exist: %v", err)
	}
}

// opened returns the streams of a queue.
func opened(t *testing.T, url string) *streams {
	t.Helper()
	client, err := queue{silence: shortSilence}.open(url, func(lines string) { t.Log(lines) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.conn.Close)
	s, err := client.openStreams(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// packed writes an archive of one file, and returns its bytes.
func packed(t *testing.T, file string) []byte {
	t.Helper()
	folder := t.TempDir()
	err := os.WriteFile(filepath.Join(folder, "a"), []byte("text"), 0o600)
	to, createErr := os.Create(file)
	if err := errors.Join(err, createErr); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(archive.PackTree(to, folder), to.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
