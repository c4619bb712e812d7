package ollamatest

import (
	"io"
	"math"
	"math/rand/v2"
)

// RandomContext is the context of Random's model, in tokens, which are bytes.
const RandomContext = 2048

// Sizes of the random model. Its residual stream starts with random numbers, followed by a dimension for each token
// that an answer may have.
const (
	randomWidth = 64
	randomHeads = 4
	randomInner = 32

	firstPrintable = int(' ')
	printables     = int('~'-' ') + 1
	longestJump    = 8      // from a token of an answer to the next one, in the tokens' order
	votesJump      = 1000.0 // more than the random weights give
)

// Random writes a model with random weights, which depend only on the seed. Its answers are printable and meaningless.
//
// The printable tokens have a random order, with the end after all of them. A token may only be followed by one of the
// next 8: so the prompt decides which ones are taken, and every answer ends, within 96 tokens.
func Random(w io.Writer, seed uint64) error { return random(w, seed, RandomContext, wireOrder) }

// random writes a model with random weights, followed by wiring for which token may follow another.
func random(w io.Writer, seed uint64, context int, wire func(*llama, *rand.PCG)) error {
	words := newVocabulary(nil)
	const width = randomWidth + 96 // a dimension for each printable token, and a meaningless one
	m := newLlama(shape{
		name: "random", width: width, layers: 2, heads: randomHeads, headWidth: randomWidth / randomHeads,
		inner: randomInner, context: context, ropeBase: 10_000,
	}, words)
	source := rand.NewPCG(seed, 0)
	randomize(m.embedding, source, 1)
	for _, l := range m.layers {
		scale := 1 / math.Sqrt(randomWidth)
		randomize(l.query, source, 2*scale)
		randomize(l.key, source, 2*scale)
		randomize(l.value, source, scale)
		for row := range randomWidth {
			randomizeRow(l.output, row, source, scale)
		}
	}
	randomize(m.head, source, 0.25) // so that a temperature of 1 finds several tokens likely
	wire(m, source)
	return m.write(w)
}

// randomize fills the beginning of each row of a matrix with random weights.
func randomize(m matrix, source *rand.PCG, deviation float64) {
	for row := range m.rows {
		randomizeRow(m, row, source, deviation)
	}
}

// randomizeRow makes weights evenly distributed around 0. They are products of integers and constants, without sums
// that some machines round differently, so the bytes are the same everywhere.
func randomizeRow(m matrix, row int, source *rand.PCG, deviation float64) {
	for column := range randomWidth {
		between := float64(int64(source.Uint64()>>11)-1<<52) / (1 << 52) // -1 to 1
		m.set(row, column, between*deviation*math.Sqrt(3))
	}
}

// wireOrder shuffles the printable tokens, and lets each be followed by the next ones.
func wireOrder(m *llama, source *rand.PCG) {
	order := append(shuffled(source), m.words.number[tokenEnd])
	for i, token := range order {
		if token != m.words.number[tokenEnd] {
			m.embedding.set(token, randomWidth+i, 1)
		}
		for before := max(0, i-longestJump); before < i; before++ {
			m.head.set(token, randomWidth+before, votesJump)
		}
	}
	wireBegin(m, order)
}

// shuffled returns the printable tokens in random order.
func shuffled(source *rand.PCG) []int {
	order := make([]int, 0, printables+1)
	for i := range printables {
		order = append(order, firstPrintable+i)
	}
	for i := len(order) - 1; i > 0; i-- {
		k := int(source.Uint64() % uint64(i+1))
		order[i], order[k] = order[k], order[i]
	}
	return order
}

// wireBegin lets an answer begin with one of the first tokens.
func wireBegin(m *llama, order []int) {
	for i := range longestJump {
		m.head.set(order[i], randomWidth+printables, votesJump)
	}
	m.embedding.set(m.words.number[tokenAssistant], randomWidth+printables, 1)
}
