package beaver

import (
	"slices"
	"sync"
)

// recent keeps values by their names: those that were asked for last. Any number of goroutines may use it.
type recent[T any] struct {
	most int

	mu    sync.Mutex
	kept  map[string]*T
	names []string // the one asked for last at the end
}

func newRecent[T any](most int) *recent[T] {
	return &recent[T]{most: most, kept: map[string]*T{}}
}

// get is the value of a name; a new one when it is not kept.
func (r *recent[T]) get(name string) *T {
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
