package retrieval

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"math/bits"
)

//go:embed glove-100d.bvec
var glove string

// common is the rank at which a word counts half. A word's weight is a/(a+p), where its frequency p falls with its
// rank: 1/(14·rank) in a list of 340,000 words. With a = 1e-4 that is rank/(rank+714).
const common = 714

// Words is the built-in embedder: a text's vector is the mean of its English words' vectors, weighted by rarity and
// made 1 long. A text without a known word has the vector of length 0. It uses no server and never fails.
type Words struct {
	dims  int
	data  string  // the file
	slots []int32 // hash table of the words' offsets in it; 0: free
}

// find returns the offset in data of a word's rank.
func (w *Words) find(word []byte) (at int, ok bool) {
	if at = int(w.slots[w.slot(word)]); at == 0 {
		return 0, false
	}
	return at + 1 + int(w.data[at]), true
}

// slot returns the slot of a word, or the free one where it would be.
func (w *Words) slot(word []byte) int {
	hash := uint32(2166136261) // FNV-1a
	for _, c := range word {
		hash = (hash ^ uint32(c)) * 16777619
	}
	for i := int(hash) & (len(w.slots) - 1); ; i = (i + 1) & (len(w.slots) - 1) {
		if at := int(w.slots[i]); at == 0 || w.data[at+1:at+1+int(w.data[at])] == string(word) {
			return i
		}
	}
}

// NewWords reads the word vectors, which takes some milliseconds: make one and keep it.
func NewWords() (*Words, error) {
	w, err := parse(glove)
	if err != nil {
		return nil, fmt.Errorf("retrieval: word vectors: %w", err)
	}
	return w, nil
}

// parse reads a file of word vectors; glove-100d.NOTICE.md has the layout.
func parse(data string) (*Words, error) {
	const header = 16
	if len(data) < header || data[:4] != "BVEC" {
		return nil, errors.New("no BVEC file")
	}
	if v := u32(data[4:]); v != 1 {
		return nil, fmt.Errorf("version %d, want 1", v)
	}
	words, size := u32(data[12:]), u32(data[8:])
	if size < 1 || size > 1<<16 || len(data) > math.MaxInt32 || words > uint32(len(data))/(9+size) {
		return nil, fmt.Errorf("%d words of %d dimensions in %d bytes", words, size, len(data))
	}
	dims, count := int(size), int(words)
	// At least half are free. A map of so many strings would take twice as long, and four times the memory.
	w := &Words{dims: dims, data: data, slots: make([]int32, 2<<bits.Len32(words))}
	pos := header
	for i := range count {
		if pos >= len(data) || pos+1+int(data[pos])+8+dims > len(data) {
			return nil, fmt.Errorf("word %d of %d is cut off", i+1, count)
		}
		end := pos + 1 + int(data[pos])
		w.slots[w.slot([]byte(data[pos+1:end]))] = int32(pos)
		pos = end + 8 + dims
	}
	if pos < len(data) {
		return nil, fmt.Errorf("%d bytes behind the last word", len(data)-pos)
	}
	return w, nil
}

func u32(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// Embed returns a vector for every text.
func (w *Words) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, t := range texts {
		vectors[i] = w.embed(t)
	}
	return vectors, nil
}

func (w *Words) embed(text string) []float32 {
	sum := make([]float64, w.dims)
	eachRun(text, func(run []byte, _ bool) {
		if at, ok := w.find(run); ok {
			w.add(sum, at)
		}
	})
	square := 0.0
	for _, x := range sum {
		square += float64(x * x)
	}
	v := make([]float32, w.dims)
	if length := math.Sqrt(square); length > 0 {
		for i, x := range sum {
			v[i] = float32(x / length)
		}
	}
	return v
}

// add adds a word's vector. Products are rounded before they are added: a processor that fuses the two would give other
// bits.
func (w *Words) add(sum []float64, at int) {
	rank := float64(u32(w.data[at:])) + 1
	scale := float64(math.Float32frombits(u32(w.data[at+4:])))
	weight := float64(rank / (rank + common) * scale)
	for i := range sum {
		sum[i] += float64(weight * float64(int8(w.data[at+8+i])))
	}
}
