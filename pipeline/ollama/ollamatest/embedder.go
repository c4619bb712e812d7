package ollamatest

import (
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"strings"
)

// EmbedderContext is the context of Embedder's model, in tokens, and EmbedderWidth the used length of its vectors; as
// many zeros follow.
const (
	EmbedderContext = 2048
	EmbedderWidth   = 64
)

// poolingLast says that a text's embedding is that of its last token.
const poolingLast = 3

// Embedder writes a model for embeddings. A text's vector is the mean of its tokens' vectors, so texts that share words
// are close to each other.
//
// The residual stream has two halves. The second one is a token's meaning: a vector in a direction that its letters
// choose, whatever their case, and the longer the more letters it has; one more number makes all of them equally long,
// so that norms change nothing. The first half is the mean of that over all tokens so far, since attention is uniform
// if queries and keys are 0. The last norm lets only the first half through.
func Embedder(w io.Writer) error {
	texts := commonTexts()
	for _, w := range english() {
		texts = append(texts, strings.ToUpper(w[:1])+w[1:])
	}
	words := newVocabulary(learnMerges(texts))
	m := newLlama(shape{name: "embedder", width: 2 * EmbedderWidth, layers: 1, heads: 4, headWidth: EmbedderWidth / 4,
		inner: 32, context: EmbedderContext, ropeBase: 10_000}, words)
	m.pooling = poolingLast
	m.head = matrix{}
	for token, text := range words.texts {
		if words.types[token] == tokenNormal {
			embedToken(m.embedding, token, text)
		} else {
			m.embedding.set(token, 2*EmbedderWidth-1, 1)
		}
	}
	for i := range EmbedderWidth - 1 {
		m.layers[0].value.set(i, EmbedderWidth+i, 1)
		m.layers[0].output.set(i, i, 1)
		m.norm.weights[EmbedderWidth+i] = 0
	}
	m.norm.weights[2*EmbedderWidth-1] = 0
	return m.write(w)
}

// longestWord is the number of letters beyond which the weight of a token no longer grows.
const longestWord = 8

// embedToken writes a vector of length 1 into the second half of a token's row.
func embedToken(embedding matrix, token int, text string) {
	letters := strings.ToLower(strings.TrimPrefix(text, spaceToken))
	name := fnv.New64a()
	name.Write([]byte(letters))
	source := rand.NewPCG(name.Sum64(), 0)
	weight := float64(min(len(letters), longestWord)) / longestWord
	side := weight / math.Sqrt(EmbedderWidth-1) // the corner of a cube
	for i := range EmbedderWidth - 1 {
		if source.Uint64()&1 == 0 {
			side = -side
		}
		embedding.set(token, EmbedderWidth+i, side)
	}
	embedding.set(token, 2*EmbedderWidth-1, math.Sqrt(1-weight*weight))
}
