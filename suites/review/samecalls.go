package review

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens"
)

// sameCalls reports whether two files hold the same calls.
func sameCalls(a, b *goldens.File) bool {
	return a != nil && slices.EqualFunc(a.Calls, b.Calls, goldens.Call.Equal)
}

// Differing counts the calls by which two files differ.
func Differing(old, new *goldens.File) int {
	n := 0
	for _, c := range goldens.Compare(old, new) {
		if c.Status != goldens.Unchanged {
			n++
		}
	}
	return n
}
