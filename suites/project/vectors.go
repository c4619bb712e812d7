package project

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// vectors are the recorded embeddings of a suite, read on first use.
type vectors struct {
	mu     sync.Mutex
	read   bool
	all    *model.Embeddings // nil: there is no file
	digest string            // of the file
	err    error
}

func (v *vectors) get(read func() (*model.Embeddings, string, error)) (*model.Embeddings, string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.read {
		v.read = true
		v.all, v.digest, v.err = read()
	}
	return v.all, v.digest, v.err
}

// forget makes the next use read again.
func (v *vectors) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.read = false
}
