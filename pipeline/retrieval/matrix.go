package retrieval

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// oneBits says that 1 is 2^14 in a matrix. The product of two vectors of length 1 is then at most 2^28, and so is every
// partial sum, for any number of dimensions.
const oneBits = 14

// matrix has a vector of length 1 for every document, or of length 0 for one without meaning.
type matrix struct {
	dims int
	rows []int16 // consecutive
}

// embed requests the vectors of the documents' names and descriptions.
func embed(ctx context.Context, emb pipeline.Embedder, docs []Document) (*matrix, error) {
	texts := make([]string, len(docs))
	for i, d := range docs {
		texts[i] = d.Name + "\n" + d.Description
	}
	m := &matrix{}
	if len(texts) == 0 {
		return m, nil
	}
	vectors, err := ask(ctx, emb, texts)
	if err != nil {
		return nil, err
	}
	m.dims = len(vectors[0])
	m.rows = make([]int16, 0, len(docs)*m.dims)
	for i, v := range vectors {
		if len(v) != m.dims {
			return nil, fmt.Errorf("retrieval: vectors of %d and of %d dimensions (%q)", m.dims, len(v), docs[i].Name)
		}
		m.rows = append(m.rows, unit(v)...)
	}
	return m, nil
}

func ask(ctx context.Context, emb pipeline.Embedder, texts []string) ([][]float32, error) {
	vectors, err := emb.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("retrieval: embed: %w", err)
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("retrieval: %d vectors for %d texts", len(vectors), len(texts))
	}
	return vectors, nil
}

// unit normalizes a vector to length 1. One of length 0, or with a component that is no number, has no direction.
func unit(v []float32) []int16 {
	square := 0.0
	for _, x := range v {
		square += float64(float64(x) * float64(x))
	}
	u := make([]int16, len(v))
	if !(square > 0) || math.IsInf(square, 0) {
		return u
	}
	length := math.Sqrt(square)
	for i, x := range v {
		u[i] = int16(math.RoundToEven(float64(x) / length * (1 << oneBits)))
	}
	return u
}

// score adds to every document's score the cosine of its vector and the query's, of One, times weight.
func (m *matrix) score(vector []float32, weight int64, scores []int64) error {
	if m == nil || m.dims == 0 {
		return nil
	}
	if len(vector) != m.dims {
		return fmt.Errorf("retrieval: a query of %d dimensions, documents of %d", len(vector), m.dims)
	}
	q := unit(vector)
	if !slices.ContainsFunc(q, func(x int16) bool { return x != 0 }) {
		return nil
	}
	for doc := range scores {
		if cos := int64(dot(q, m.rows[doc*m.dims:][:m.dims])); cos > 0 {
			scores[doc] += weight * min(cos*One>>(2*oneBits), One)
		}
	}
	return nil
}

// dot returns the product of two vectors of the same length. It handles eight components at a time, in separate sums,
// to keep the processor busy; integers add up to the same in any order.
func dot(a, b []int16) int32 {
	var s, t, u, v int32
	for len(a) >= 8 && len(b) >= 8 {
		x, y := (*[8]int16)(a), (*[8]int16)(b)
		s += int32(x[0])*int32(y[0]) + int32(x[4])*int32(y[4])
		t += int32(x[1])*int32(y[1]) + int32(x[5])*int32(y[5])
		u += int32(x[2])*int32(y[2]) + int32(x[6])*int32(y[6])
		v += int32(x[3])*int32(y[3]) + int32(x[7])*int32(y[7])
		a, b = a[8:], b[8:]
	}
	for i, x := range a {
		s += int32(x) * int32(b[i])
	}
	return s + t + u + v
}

func (m *matrix) write(h hash.Hash) {
	if m != nil {
		binary.Write(h, binary.LittleEndian, m.rows) // a hash never fails
	}
}
