package ollamatest

import "fmt"

// wired is a circuit that is being turned into a model.
type wired struct {
	circuit
	residual *residual
	words    *vocabulary
	pieces   [][]int // of each answer, tokens
	model    *llama
	unit     float64 // a 1 of the residual stream after a norm: each token has two of them
}

// placeTokens assigns a dimension to each meaningful token, and cuts the answers.
func (w *wired) placeTokens() error {
	var texts []string
	for _, m := range w.marks {
		texts = append(texts, m.texts...)
	}
	for _, s := range w.signs {
		texts = append(texts, s.texts...)
	}
	for _, text := range texts {
		number := w.words.addWhole(text)
		if _, ok := w.residual.tokens[number]; ok {
			return fmt.Errorf("%q is a mark or sign already", text)
		}
		w.residual.addToken(number)
	}
	for _, a := range w.answers {
		cut, err := pieces(a.text, w.words)
		if err != nil {
			return err
		}
		for _, p := range cut {
			w.residual.addToken(p)
		}
		w.pieces = append(w.pieces, cut)
	}
	return nil
}

func (w *wired) embed() {
	for token := range w.words.texts {
		w.model.embedding.set(token, dimConstant, 1)
		if dim, ok := w.residual.tokens[token]; ok {
			w.model.embedding.set(token, dim, 1)
		} else {
			w.model.embedding.set(token, dimNameless, 1)
		}
	}
}

// dimsOf returns the dimensions of the tokens of texts.
func (w *wired) dimsOf(texts []string) []int {
	var dims []int
	for _, text := range texts {
		dims = append(dims, w.residual.tokens[w.words.number[text]])
	}
	return dims
}
