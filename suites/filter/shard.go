package filter

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
)

// Shard is one of N parts of the cases of a run. Which part a case is in depends on its name alone, or also on what
// Balance was given, so it is the same on every machine. A nil Shard has all cases.
type Shard struct {
	K, N int // from 1 to N

	known map[CaseName]int // parts of the cases whose weight is known
}

// MostShards bounds N: each shard reads all names of cases.
const MostShards = 10_000

var shardText = regexp.MustCompile(`^([0-9]{1,5})/([0-9]{1,5})$`)

// ParseShard reads K/N, such as 3/8.
func ParseShard(text string) (*Shard, error) {
	m := shardText.FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("want K/N, such as 3/8, got %q", text)
	}
	k, _ := strconv.Atoi(m[1]) // digits only
	n, _ := strconv.Atoi(m[2])
	if n < 1 || n > MostShards || k < 1 || k > n {
		return nil, fmt.Errorf("want K/N with K from 1 to N, and N up to %d, got %q", MostShards, text)
	}
	return &Shard{K: k, N: n}, nil
}

// String returns K/N.
func (s *Shard) String() string { return fmt.Sprintf("%d/%d", s.K, s.N) }

// Balance spreads the cases of which a weight is known so that the parts weigh about the same: the heaviest first, each
// to the part that is the lightest by then.
func (s *Shard) Balance(weights map[CaseName]int64) {
	names := slices.SortedFunc(maps.Keys(weights), func(a, b CaseName) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), a.Compare(b))
	})
	s.known = make(map[CaseName]int, len(names))
	loads := make([]int64, s.N)
	for _, name := range names {
		lightest := 0
		for i, load := range loads {
			if load < loads[lightest] {
				lightest = i
			}
		}
		loads[lightest] += weights[name]
		s.known[name] = lightest + 1
	}
}

// Has reports whether a case is in this part. One of unknown weight is in the part that its name says: the first eight
// bytes of the SHA-256 of suite/case, as a number, modulo N.
func (s *Shard) Has(suite, id string) bool {
	if s == nil {
		return true
	}
	name := CaseName{suite, id}
	if k := s.known[name]; k > 0 {
		return k == s.K
	}
	sum := sha256.Sum256([]byte(name.String()))
	return int(binary.BigEndian.Uint64(sum[:8])%uint64(s.N))+1 == s.K
}
