package ollamatest

import (
	"io"
	"math/rand/v2"
)

// EndlessContext is the context of Endless's model, in tokens, which are bytes.
const EndlessContext = 32768

// Endless writes a model with the random weights of Random whose answers do not end: its printable tokens stand in a
// ring. Only the server's limits end an answer.
func Endless(w io.Writer, seed uint64) error { return random(w, seed, EndlessContext, wireRing) }

// wireRing shuffles the printable tokens, and lets each be followed by the next ones, cyclically.
func wireRing(m *llama, source *rand.PCG) {
	order := shuffled(source)
	for i, token := range order {
		m.embedding.set(token, randomWidth+i, 1)
		for jump := 1; jump <= longestJump; jump++ {
			before := (i - jump + len(order)) % len(order)
			m.head.set(token, randomWidth+before, votesJump)
		}
	}
	wireBegin(m, order)
}
