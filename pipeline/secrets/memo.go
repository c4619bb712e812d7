package secrets

import (
	"hash/maphash"
	"sync/atomic"
)

// memoSlots is the maximum number of texts in a memo; they take 8 bytes each.
const memoSlots = 1 << 15

// memo remembers texts without secrets: templates are in every prompt. It keeps a keyed hash of 64 bits of each; the
// latest replaces another one.
type memo struct {
	seed  maphash.Seed
	slots []atomic.Uint64
}

func newMemo() memo { return memo{maphash.MakeSeed(), make([]atomic.Uint64, memoSlots)} }

func (m *memo) has(text string) bool {
	h := maphash.String(m.seed, text)
	return m.slots[h%memoSlots].Load() == h
}

func (m *memo) add(text string) {
	h := maphash.String(m.seed, text)
	m.slots[h%memoSlots].Store(h)
}
