package fault

import (
	"hash/fnv"
	"math/rand/v2"
)

// Chance is the source of randomness for a fault, the same in every run with the seed: path is that of the call.
func Chance(seed uint64, suite, id, path, name string) *rand.Rand {
	h := fnv.New64a()
	for _, part := range []string{suite, id, path, name} {
		h.Write([]byte(part)) // never fails
		h.Write([]byte{0})
	}
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}
