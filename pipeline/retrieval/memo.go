package retrieval

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sync"
)

// Memo caches answers of indexes. When it is full it forgets the oldest. Any number of goroutines may use it;
// concurrent requests for the same answer each compute it.
type Memo struct {
	size int

	mu      sync.Mutex
	answers map[question][]Candidate
	asked   []question // a ring once it is full
	oldest  int
}

// question has a digest of the query, so that a memo's size does not depend on the length of queries.
type question struct {
	library string
	query   [sha256.Size]byte
	k       int
}

// NewMemo returns a memo of up to size answers; with 0 or fewer it keeps none.
func NewMemo(size int) *Memo {
	return &Memo{size: size, answers: map[question][]Candidate{}}
}

// question returns the key of an answer.
func (x *Index) question(q Query, k int) question {
	h := sha256.New()
	binary.Write(h, binary.LittleEndian, q.vector) // a hash never fails
	write(h, q.text)
	if q.english != nil { // its words depend only on the text
		write(h, "in English")
		binary.Write(h, binary.LittleEndian, q.english.vector)
	}
	asked := question{library: x.Digest(), k: k}
	h.Sum(asked.query[:0])
	return asked
}

// Top is x.Top, computed once. An error is not cached.
func (m *Memo) Top(x *Index, query Query, k int) ([]Candidate, error) {
	q := x.question(query, k)
	if found, ok := m.answer(q); ok {
		return found, nil
	}
	found, err := x.Top(query, k)
	if err != nil {
		return nil, err
	}
	m.keep(q, slices.Clone(found))
	return found, nil
}

func (m *Memo) answer(q question) ([]Candidate, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, ok := m.answers[q]
	return slices.Clone(found), ok
}

func (m *Memo) keep(q question, found []Candidate) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.answers[q]; ok || m.size <= 0 {
		return
	}
	if len(m.asked) < m.size {
		m.asked = append(m.asked, q)
	} else {
		delete(m.answers, m.asked[m.oldest])
		m.asked[m.oldest] = q
		m.oldest = (m.oldest + 1) % m.size
	}
	m.answers[q] = found
}
