// Package ids gives names to the ids in a request, which differ from run to run: <call-1>, <response-1>, <item-1>.
package ids

import (
	"encoding/binary"
	"slices"
	"sync"
)

// Kind is what an id names.
type Kind string

// The kinds of ids that answers have.
const (
	Call     Kind = "call"
	Response Kind = "response"
	Item     Kind = "item"
)

// Set are the ids that have been given out. The zero value has none. It can be used by many goroutines at once.
type Set struct {
	mu      sync.RWMutex
	kinds   map[string]Kind
	lengths map[uint64][]int // of the ids that begin with these bytes, the longest first
	begin   filter           // has the keys of lengths
}

// minLength is the length in bytes from which on a text is taken for the id that it looks like. So many bytes are the
// beginning by which ids are found.
const minLength = 8

// Add notes that an id has been given out. An id that is too short to be told from other text is left out.
func (s *Set) Add(k Kind, id string) {
	if len(id) < minLength {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kinds == nil {
		s.kinds, s.lengths = map[string]Kind{}, map[uint64][]int{}
	}
	s.kinds[id] = k
	begin := binary.BigEndian.Uint64([]byte(id[:minLength]))
	s.begin.add(begin)
	lengths := s.lengths[begin]
	if at, known := slices.BinarySearchFunc(lengths, len(id), func(a, b int) int { return b - a }); !known {
		s.lengths[begin] = slices.Insert(lengths, at, len(id))
	}
}

// first is where the first id stands in a text, the longest one of those that begin there. end is 0 when there is none.
// The caller holds the lock.
func (s *Set) first(text string) (begin, end int) {
	if len(s.kinds) == 0 {
		return 0, 0
	}
	var window uint64
	for i := range len(text) {
		window = window<<8 | uint64(text[i])
		if !s.begin.mayHave(window) {
			continue
		}
		begin = i + 1 - minLength
		if begin < 0 {
			continue
		}
		for _, n := range s.lengths[window] {
			if begin+n <= len(text) && s.kinds[text[begin:begin+n]] != "" {
				return begin, begin + n
			}
		}
	}
	return 0, 0
}

// filter says of most numbers that are not in it that they are not: it is asked at each byte of a request.
type filter [1 << 16 / 64]uint64

func (f *filter) add(n uint64) {
	h := hash(n)
	f[h/64] |= 1 << (h % 64)
}

func (f *filter) mayHave(n uint64) bool {
	h := hash(n)
	return f[h/64]&(1<<(h%64)) != 0
}

// hash has 16 bits that depend on all bits of n.
func hash(n uint64) uint64 { return n * 0x9e3779b97f4a7c15 >> 48 }
