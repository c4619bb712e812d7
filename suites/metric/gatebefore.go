package metric

// before returns the baseline's value that the gate has compared with, printed; empty: it compares with none.
func (g Gate) before(m Measured) string {
	if g.Against == Absolute {
		return ""
	}
	before, found := g.measureOf(m.Before)
	if !found || before.Scores == 0 {
		return ""
	}
	value := before.Value
	if now, _ := g.measureOf(m.Shared); now.Estimated+before.Estimated > 0 { // like with like
		value = before.Estimate
	}
	return before.format(value, g.Percent, 0)
}
