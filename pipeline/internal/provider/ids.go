// A Set names the ids in a request, which differ from run to run: <call-1>, <response-1>, <item-1>.

package provider

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

// Set is the set of issued ids. The zero value is empty. It can be used by many goroutines at once.
type Set struct {
	mu      sync.RWMutex
	kinds   map[string]Kind
	lengths map[uint64][]int // of the ids that begin with these bytes, the longest first
	parts   filter           // every four-byte part of a key of lengths
}

// minLength is the minimum length in bytes of an id that is recognized in text. Ids are found by a prefix of that
// length.
const minLength = 8

// Add notes that an id has been issued. An id that is too short to be told from other text is ignored.
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
	for i := range stride {
		s.parts.add(uint32(begin >> (8 * i)))
	}
	lengths := s.lengths[begin]
	if at, known := slices.BinarySearchFunc(lengths, len(id), func(a, b int) int { return b - a }); !known {
		s.lengths[begin] = slices.Insert(lengths, at, len(id))
	}
}

// Any eight bytes contain four at a multiple of stride, wherever they begin: only these need be looked at.
const (
	part   = 4
	stride = minLength - part + 1
)

// first returns the position of the first id in a text, the longest one that begins there. end is 0 if there is none.
// The caller holds the lock.
func (s *Set) first(text string) (begin, end int) {
	if len(s.kinds) == 0 {
		return 0, 0
	}
	for i := 0; i+part <= len(text); i += stride {
		if !s.parts.mayHave(bigEndian(text[i : i+part])) {
			continue
		}
		for begin := max(0, i-stride+1); begin <= min(i, len(text)-minLength); begin++ {
			if end := s.endOf(text, begin); end > 0 {
				return begin, end
			}
		}
	}
	return 0, 0
}

// endOf returns the end of the longest id that begins there in a text; 0: none does.
func (s *Set) endOf(text string, begin int) int {
	key := uint64(bigEndian(text[begin:begin+part]))<<32 | uint64(bigEndian(text[begin+part:begin+minLength]))
	for _, n := range s.lengths[key] {
		if begin+n <= len(text) && s.kinds[text[begin:begin+n]] != "" {
			return begin + n
		}
	}
	return 0
}

func bigEndian(s string) uint32 {
	return uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3])
}

// filter is a probabilistic set that rejects most numbers not in it: it is checked all over a request.
type filter [1 << 16 / 64]uint64

func (f *filter) add(n uint32) {
	h := hash(n)
	f[h/64] |= 1 << (h % 64)
}

func (f *filter) mayHave(n uint32) bool {
	h := hash(n)
	return f[h/64]&(1<<(h%64)) != 0
}

// hash has 16 bits that depend on all bits of n.
func hash(n uint32) uint64 { return uint64(n) * 0x9e3779b97f4a7c15 >> 48 }
