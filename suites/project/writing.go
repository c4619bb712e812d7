package project

import (
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"
)

// writing knows what the programs of a suite write in the project's folder.
type writing struct {
	mu     sync.Mutex
	before map[string]fs.FileInfo // by their names in the project, as the first case found them; nil: none has begun
	active int                    // cases
	ended  time.Time              // when a case ended last; zero: none has
}

// starts notes that a case begins. scan is called at the first one.
func (w *writing) starts(scan func() map[string]fs.FileInfo) (ended func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.before == nil {
		w.before = scan()
	}
	w.active++
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.active--
		w.ended = time.Now()
	}
}

// written returns the files that are new or other than before the first case, sorted.
func (w *writing) written(scan func() map[string]fs.FileInfo) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.before == nil {
		return nil
	}
	var names []string
	for name, now := range scan() {
		was := w.before[name]
		same := was != nil && os.SameFile(was, now) && was.Size() == now.Size() && was.ModTime().Equal(now.ModTime())
		if !same && (w.active > 0 || !now.ModTime().After(w.ended)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
