package cells

import (
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// LearnedTitles returns the titles of Learned.
func LearnedTitles(suite string) []string {
	return []string{"learned in " + suite, "with", "without", "difference", "pairs"}
}

// Learned returns the rows of a suite's cases that have twins: what the published drafts changed in the turns after
// them. Without such cases there are none.
func Learned(measures []metric.Measure) [][]string {
	var rows [][]string
	for _, name := range score.EffectMetrics() {
		row, pairs := []string{name}, 0
		for _, of := range []string{"with", "without", "effect"} {
			i := slices.IndexFunc(measures, func(m metric.Measure) bool { return m.Name == "learning."+of+"."+name })
			if i < 0 {
				break
			}
			m := measures[i]
			value := m.String()
			if m.Unit.Averaged() {
				value = strconv.FormatFloat(m.Value, 'f', 3, 64)
			}
			if of == "effect" && m.Value > 0 {
				value = "+" + value
			}
			row, pairs = append(row, value), m.Scores
		}
		if pairs > 0 {
			rows = append(rows, append(row, strconv.Itoa(pairs)))
		}
	}
	return rows
}
