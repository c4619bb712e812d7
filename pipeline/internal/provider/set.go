// A Set gives names to the ids in a request, which differ from run to run: <call-1>, <response-1>, <item-1>.

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

// Set are the ids that have been given out. The zero value has none. It can be used by many goroutines at once.
type Set struct {
	mu      sync.RWMutex
	kinds   map[string]Kind
	lengths map[uint64][]int // of the ids that begin with these bytes, the longest first
	parts   filter           // has each four bytes that stand in a key of lengths
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
	for i := range stride {
		s.parts.add(uint32(begin >> (8 * i)))
	}
	lengths := s.lengths[begin]
	if at, known := slices.BinarySearchFunc(lengths, len(id), func(a, b int) int { return b - a }); !known {
		s.lengths[begin] = slices.Insert(lengths, at, len(id))
	}
}

// Of each eight bytes, four stand at a multiple of stride, wherever they begin: only these need be looked at.
const (
	part   = 4
	stride = minLength - part + 1
)

// first is where the first id stands in a text, the longest one of those that begin there. end is 0 when there is none.
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

// endOf is where the longest id ends that begins there in a text; 0: none does.
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

// filter says of most numbers that are not in it that they are not: it is asked all over a request.
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
