package ollamatest

import "math"

// still turns the used pair of a query by 0.0002 at 16,384 tokens: attention does not depend on the distance of a
// token.
const still = 1e10

// headStep divides the width of a head, which has a number for each sign.
const headStep = 8

// wire builds the model of a circuit.
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

// wireAnswers makes signs vote for the first piece of each answer, and each piece for the next one.
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
