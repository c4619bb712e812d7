// Package recent keeps what takes long to make, such as a library of skills that thousands of cases share; standard
// library only.
package recent

import (
	"slices"
	"sync"
)

// Values are values by their names: those that were asked for last. Any number of goroutines may use it.
type Values[T any] struct {
	most int

	mu    sync.Mutex
	kept  map[string]*T
	names []string // the one asked for last at the end
}

// New keeps at most so many values.
func New[T any](most int) *Values[T] {
	return &Values[T]{most: most, kept: map[string]*T{}}
}

// Get is the value of a name; a new one, which is zero, when it is not kept.
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

// Len is how many values are kept.
func (r *Values[T]) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.kept)
}
