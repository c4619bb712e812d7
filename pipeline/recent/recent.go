// Package recent is a cache for values that take long to make, such as a library of skills that thousands of cases
// share; standard library only.
package recent

import (
	"slices"
	"sync"
)

// Values caches values by name: the last used ones. Any number of goroutines may use it.
type Values[T any] struct {
	most int

	mu    sync.Mutex
	kept  map[string]*T
	names []string // the last used one at the end
}

// New returns a cache of at most so many values.
func New[T any](most int) *Values[T] {
	return &Values[T]{most: most, kept: map[string]*T{}}
}

// Get returns the value of a name; a new zero value if it is not cached.
func (r *Values[T]) Get(name string) *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok := r.kept[name]
	if !ok {
		if len(r.names) >= r.most {
			delete(r.kept, r.names[0])
			r.names = r.names[1:]
		}
		v = new(T)
		r.kept[name] = v
	}
	r.names = append(slices.DeleteFunc(r.names, func(n string) bool { return n == name }), name)
	return v
}

// Len returns the number of cached values.
func (r *Values[T]) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.kept)
}
