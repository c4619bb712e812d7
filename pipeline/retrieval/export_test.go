package retrieval

// Parse parses any word vectors.
var Parse = parse

// Log2 is the logarithm behind scores.
var Log2 = log2

// Features returns the features that the two splitters find in a text.
func Features(text string) (words, letters []string) {
	terms(text, func(t []byte) { words = append(words, string(t)) })
	trigrams(text, func(g []byte) { letters = append(letters, string(g)) })
	return words, letters
}

// Keeps reports whether the memo has the answer.
func (m *Memo) Keeps(x *Index, q Query, k int) bool {
	_, ok := m.answer(x.question(q, k))
	return ok
}
