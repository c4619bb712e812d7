package tinymodel

import (
	"fmt"
	"math"
)

// still turns the pair of a query that is used by 0.0002 at 16,384 tokens: attention does not depend on how far away a
// token is.
const still = 1e10

// headStep divides the width of a head, which has a number for each sign.
const headStep = 8

// wired is a circuit that is being made a model.
type wired struct {
	circuit
	residual *residual
	words    *vocabulary
	pieces   [][]int // of each answer, tokens
	model    *llama
	unit     float64 // what a 1 of the residual stream is after a norm: two of them stand in each token
}

// wire makes the model of a circuit.
func wire(c circuit, words *vocabulary) (*llama, error) {
	w := &wired{circuit: c, residual: newResidual(len(c.marks), len(c.signs)), words: words}
	if err := w.placeTokens(); err != nil {
		return nil, err
	}
	w.residual.round()
	w.unit = math.Sqrt(float64(w.residual.width) / 2)
	w.model = newLlama(shape{
		name: c.name, width: w.residual.width, layers: 2, heads: 1, context: c.context, ropeBase: still,
		headWidth: (len(c.signs) + headStep - 1) / headStep * headStep, inner: 2 * len(c.signs),
	}, words)
	w.embed()
	w.wireMarks()
	w.wireCounting()
	w.wireShares()
	w.wireThere()
	w.wireAnswers()
	return w.model, nil
}

// placeTokens gives a dimension to each token that means something, and cuts the answers.
func (w *wired) placeTokens() error {
	var texts []string
	for _, m := range w.marks {
		texts = append(texts, m.texts...)
	}
	for _, s := range w.signs {
		texts = append(texts, s.texts...)
	}
	for _, text := range texts {
		if w.words.has(text) && w.words.types[w.words.number[text]] != tokenControl {
			return fmt.Errorf("%q is a mark, sign or word already", text)
		}
		w.residual.addToken(w.words.add(text, tokenWhole))
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

// dimsOf are the dimensions of the tokens of texts.
func (w *wired) dimsOf(texts []string) []int {
	var dims []int
	for _, text := range texts {
		dims = append(dims, w.residual.tokens[w.words.number[text]])
	}
	return dims
}

// wireMarks makes attention 0 look for the last mark of the list.
func (w *wired) wireMarks() {
	l := w.model.layers[0]
	w.ask(l)
	for i, m := range w.marks {
		for _, dim := range w.dimsOf(m.texts) {
			w.score(l, dim, scoreMark*float64(i+1))
			w.carry(l, i, dim)
		}
		l.output.set(w.residual.marks[i], i, faint)
	}
}

// wireShares makes attention 1 look for signs that count.
func (w *wired) wireShares() {
	l := w.model.layers[1]
	w.ask(l)
	for i := range w.signs {
		w.score(l, w.residual.counts[i], scoreSign/faint)
		w.carry(l, i, w.residual.counts[i])
		l.output.set(w.residual.share[i], i, 1)
	}
}

// ask makes every token put the same question: its query is √headWidth, by which attention divides, in the first number of
// the last pair, which turns the least with the distance.
func (w *wired) ask(l layer) {
	l.query.set(w.model.headWidth-2, dimConstant, math.Sqrt(float64(w.model.headWidth))/w.unit)
}

// score makes tokens with a 1 in this dimension have this score.
func (w *wired) score(l layer, dim int, score float64) {
	l.key.set(w.model.headWidth-2, dim, score/w.unit)
}

// carry makes number i of a token's value what the token has in this dimension.
func (w *wired) carry(l layer, i, dim int) { l.value.set(i, dim, 1/w.unit) }

// wireAnswers lets signs vote for the first piece of each answer, and each piece for the next one.
func (w *wired) wireAnswers() {
	for i, a := range w.answers {
		for k, s := range w.signs {
			w.model.head.set(w.pieces[i][0], w.residual.there[k], a.votes[s.name]/faint/w.unit)
		}
		following := append(w.pieces[i][1:len(w.pieces[i]):len(w.pieces[i])], w.words.number[tokenEnd])
		for k, next := range following {
			w.model.head.set(next, w.residual.tokens[w.pieces[i][k]], votesNext/w.unit)
		}
	}
}
