package model

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
)

// EmbeddingModel identifies the source of vectors.
type EmbeddingModel struct {
	Model       string // its name, as the suite has it
	ModelDigest string // empty: its server names none
	Server      string // its version
}

// Embeddings are one model's vectors of texts. A changed text is another text, so no vector is ever stale. Secrets in
// the texts are masked.
type Embeddings struct {
	EmbeddingModel

	vectors map[textDigest][]float32 // all of one length
	name    string                   // derived from the file's content; empty: there is no file
}

// textDigest names a text: the first half of its SHA-256.
type textDigest [16]byte

func digestOfText(text string) textDigest {
	sum := sha256.Sum256([]byte(text))
	return textDigest(sum[:])
}

// Len returns how many texts have a vector. Nil embeddings have none.
func (e *Embeddings) Len() int {
	if e == nil {
		return 0
	}
	return len(e.vectors)
}

// Vector returns the vector of a text, which must not be changed; ok is false for a text without one.
func (e *Embeddings) Vector(text string) (v []float32, ok bool) {
	if e == nil {
		return nil, false
	}
	v, ok = e.vectors[digestOfText(text)]
	return v, ok
}

// Set sets a text's vector, which must be as long as the others.
func (e *Embeddings) Set(text string, v []float32) error { return e.set(digestOfText(text), v) }

func (e *Embeddings) set(text textDigest, v []float32) error {
	if err := checkVector(v); err != nil {
		return err
	}
	for _, other := range e.vectors {
		if len(other) != len(v) {
			return fmt.Errorf("vectors of %d and of %d numbers", len(other), len(v))
		}
		break
	}
	if e.vectors == nil {
		e.vectors = map[textDigest][]float32{}
	}
	e.vectors[text] = v
	return nil
}

// Join adds the vectors of other embeddings, which must be of the same model.
func (e *Embeddings) Join(other *Embeddings) error {
	if e.EmbeddingModel != other.EmbeddingModel {
		return fmt.Errorf("vectors of %s %s and of %s %s", e.Model, e.ModelDigest, other.Model, other.ModelDigest)
	}
	for text, v := range other.vectors {
		if err := e.set(text, v); err != nil {
			return err
		}
	}
	return nil
}

func checkVector(v []float32) error {
	if len(v) == 0 {
		return errors.New("a vector without numbers")
	}
	for _, x := range v {
		if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
			return errors.New("a vector with an element that is not a number")
		}
	}
	return nil
}
