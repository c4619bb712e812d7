package retrieval

// Parse reads word vectors from anywhere.
var Parse = parse

// Log2 is the logarithm that scores are made with.
var Log2 = log2

// Features are what the two splitters see in a text.
func Features(text string) (words, letters []string) {
	terms(text, func(t []byte) { words = append(words, string(t)) })
	trigrams(text, func(g []byte) { letters = append(letters, string(g)) })
	return words, letters
}

// Keeps reports whether the memo knows the answer.
func (m *Memo) Keeps(x *Index, q Query, k int) bool {
	_, ok := m.answer(x.question(q, k))
	return ok
}
