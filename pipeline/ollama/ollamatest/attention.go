package ollamatest

import "math"

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

// ask gives every token the same query: √headWidth, by which attention divides, in the first number of the last pair,
// which turns the least with the distance.
func (w *wired) ask(l layer) {
	l.query.set(w.model.headWidth-2, dimConstant, math.Sqrt(float64(w.model.headWidth))/w.unit)
}

// score gives this score to tokens with a 1 in this dimension.
func (w *wired) score(l layer, dim int, score float64) {
	l.key.set(w.model.headWidth-2, dim, score/w.unit)
}

// carry makes number i of a token's value the token's number in this dimension.
func (w *wired) carry(l layer, i, dim int) { l.value.set(i, dim, 1/w.unit) }
