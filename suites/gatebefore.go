package suites

// before is what the baseline has measured, as the gate prints it; empty: the gate does not compare with it, or it has measured nothing.
func (g Gate) before(base []Measure) string {
	if g.Against == Absolute {
		return ""
	}
	m, found := measureOf(base, g.Measure)
	if !found || m.Scores == 0 {
		return ""
	}
	return m.format(m.Value, g.Percent)
}
