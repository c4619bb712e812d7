package ollamatest

import "strings"

// embedded is an answer of /api/embed.
type embedded struct {
	Model      string      `json:"model"`
	Embeddings [][]float32 `json:"embeddings"`
}

func (a Answer) embeddings(req Request) embedded {
	e := embedded{Model: req.Model, Embeddings: a.Embeddings}
	if e.Embeddings != nil {
		return e
	}
	for _, text := range req.Input {
		e.Embeddings = append(e.Embeddings, Letters(text))
	}
	return e
}

// Letters returns how often a text has each of the letters a to z, whatever their case.
func Letters(text string) []float32 {
	v := make([]float32, 'z'-'a'+1)
	for _, c := range strings.ToLower(text) {
		if 'a' <= c && c <= 'z' {
			v[c-'a']++
		}
	}
	return v
}
