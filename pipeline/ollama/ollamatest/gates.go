package ollamatest

import "slices"

// certain is the output of a neuron that fires. One as far below 0 outputs less than a millionth of that.
const certain = 20.0

// wireCounting makes feed-forward 0 find out where a sign counts: neuron i outputs certain in tokens of sign i that
// stand in one of its places, and nothing elsewhere.
//
//	behind a mark:         2·certain·(token is the sign) + 2·certain·(its place is one of those) - 3·certain
//	also before all marks: 2·certain·(token is the sign) - 2·certain·(its place is another one)  -   certain
func (w *wired) wireCounting() {
	l := w.model.layers[0]
	for i, s := range w.signs {
		for _, dim := range w.dimsOf(s.texts) {
			w.excite(l, i, dim, 2*certain)
		}
		anywhere := len(s.places) == 0
		first := anywhere || slices.Contains(s.places, 0)
		threshold := 3 * certain
		if first {
			threshold = certain
		}
		w.arm(l, i, threshold)
		for k, dim := range w.residual.marks {
			listed := anywhere || slices.Contains(s.places, k+1)
			switch {
			case listed && !first:
				w.excite(l, i, dim, 2*certain/faint)
			case !listed && first:
				w.excite(l, i, dim, -2*certain/faint)
			}
		}
		l.down.set(w.residual.counts[i], i, faint/certain)
	}
}

// wireThere makes feed-forward 1 a step: of a sign's two neurons, the second one starts at the smallest share that
// counts and from there on outputs certain less than the first.
func (w *wired) wireThere() {
	l := w.model.layers[1]
	for i := range w.signs {
		steep := certain / smallestShare / faint
		for neuron, threshold := range map[int]float64{2 * i: 0, 2*i + 1: certain} {
			w.excite(l, neuron, w.residual.share[i], steep)
			w.arm(l, neuron, threshold)
		}
		l.down.set(w.residual.there[i], 2*i, faint/certain)
		l.down.set(w.residual.there[i], 2*i+1, -faint/certain)
	}
}

// excite adds a token's number in this dimension to a neuron, times weight.
func (w *wired) excite(l layer, neuron, dim int, weight float64) {
	l.gate.set(neuron, dim, weight/w.unit)
}

// arm sets a neuron's threshold, and lets through what exceeds it.
func (w *wired) arm(l layer, neuron int, threshold float64) {
	l.gate.set(neuron, dimConstant, -threshold/w.unit)
	l.up.set(neuron, dimConstant, 1/w.unit)
}
