package ollamatest

// matrix holds weights. A row computes one output from all inputs: y[row] = Σ at(row, column) · x[column].
type matrix struct {
	rows, columns int
	weights       []float32 // row by row
}

func newMatrix(rows, columns int) matrix {
	return matrix{rows: rows, columns: columns, weights: make([]float32, rows*columns)}
}

// ones returns a matrix of one row, whose weights are all 1: a norm that scales nothing.
func ones(columns int) matrix {
	m := newMatrix(1, columns)
	for i := range m.weights {
		m.weights[i] = 1
	}
	return m
}

func (m matrix) set(row, column int, weight float64) {
	m.weights[row*m.columns+column] = float32(weight)
}
