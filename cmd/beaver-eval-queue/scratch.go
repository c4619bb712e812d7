package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// scratch is a worker's folder for the project, and for what is sent. The worker holds its lock while it lives.
type scratch struct {
	dir  string
	lock *disk.Lock // nil: the folder's file system has none
}

// newScratch makes a folder in that for temporary files, and removes those of workers that were killed.
func newScratch() (*scratch, error) {
	const name = "beaver-eval-queue-"
	entries, _ := os.ReadDir(os.TempDir()) // what cannot be read stays
	for _, e := range entries {
		left := filepath.Join(os.TempDir(), e.Name())
		if e.IsDir() && strings.HasPrefix(e.Name(), name) && disk.LeftLocks(filepath.Join(left, disk.LockName)) {
			_ = os.RemoveAll(left) // another user's stays
		}
	}
	dir, err := os.MkdirTemp("", name+"*")
	if err != nil {
		return nil, err
	}
	lock, _ := disk.TryLock(filepath.Join(dir, disk.LockName), "worker")
	return &scratch{dir, lock}, nil
}

// remove removes the folder.
func (s *scratch) remove() error { return errors.Join(s.lock.Release(), os.RemoveAll(s.dir)) }
