package cells

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Scores returns the rows of a suite's measures based on scores, except costs by stage and those of every run: name,
// value, count, as expected, unmeasured, marked.
func Scores(measures []metric.Measure) [][]string {
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
		if i := m.Interval; i != nil {
			value += fmt.Sprintf(" (%.3f…%.3f)", i[0], i[1])
		}
		rows = append(rows, []string{m.Name, value, strconv.Itoa(m.Scores), held, blank(m.Unmeasured),
			blank(m.Provenance)})
	}
	return rows
}

// toldInScores leaves out measures shown in other tables.
func toldInScores(m metric.Measure) bool {
	name, by, told := strings.Cut(strings.TrimSuffix(m.Name, "]"), "[")
	switch {
	case !strings.Contains(name, "."), name == "fallbacks.rate", m.Figure:
		return false
	case strings.HasPrefix(name, "learning.with."), strings.HasPrefix(name, "learning.without."):
		return false
	case strings.HasPrefix(name, score.JudgePrefix):
		return told || name != score.Agreement // of all judges together it says nothing
	case name == "answers.rejected":
		return !told && m.Value > 0
	case name == "cost.calls", name == "cost.prompt_tokens", name == "cost.output_tokens":
		return false
	case strings.HasPrefix(name, "routing."):
		return name == "routing.accuracy" && told || name == "routing.macro_f1" && by == ""
	}
	return !told || name == "tokens.growth" || name == "latency.ratio"
}

// blank returns an empty cell for 0.
func blank(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
