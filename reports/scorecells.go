package reports

import (
	"fmt"
	"strconv"

	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// scoreCells are the rows of the scores: name, value, how many, as expected, unmeasured, marked.
func scoreCells(measures []metric.Measure) [][]string {
	var rows [][]string
	for _, m := range measures {
		if !toldInScores(m) {
			continue
		}
		held := ""
		if m.Expected > 0 {
			held = fmt.Sprintf("%d/%d", m.Holding, m.Expected)
		}
		value := m.String()
		if m.Unit.Averaged() {
			value = strconv.FormatFloat(m.Value, 'f', 3, 64)
		}
		if m.Scores == 0 {
			value = "–"
		}
		rows = append(rows, []string{m.Name, value, strconv.Itoa(m.Scores), held, blank(m.Unmeasured), blank(m.Rests)})
	}
	return rows
}
