package recent

import (
	"strconv"
	"sync"
	"testing"
)

// The last used values are kept, and the one not used for longest is evicted.
func TestValuesKeepWhatWasAskedForLast(t *testing.T) {
	r := New[int](2)
	*r.Get("a"), *r.Get("b") = 1, 2
	if *r.Get("a") != 1 { // and now b is the older one
		t.Error("a is gone")
	}
	*r.Get("c") = 3
	if n := r.Len(); n != 2 {
		t.Errorf("%d values, want 2", n)
	}
	if a, c := *r.Get("a"), *r.Get("c"); a != 1 || c != 3 {
		t.Errorf("a is %d and c is %d", a, c)
	}
	if b := *r.Get("b"); b != 0 {
		t.Errorf("b is %d, want a new one", b)
	}
}

func TestValuesSideBySide(t *testing.T) {
	r := New[sync.Mutex](3)
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() { r.Get(strconv.Itoa(i % 5)) })
	}
	wg.Wait()
	if n := r.Len(); n != 3 {
		t.Errorf("%d values, want 3", n)
	}
}
