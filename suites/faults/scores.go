package faults

import (
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Scores returns what the cells of a case measure: the share that survived their fault, the number of failing ones, and
// the total. Repaired answers and cells that are not applicable give no score.
func Scores(suite, id string, cells []result.Cell) []score.Score {
	var all []score.Score
	tried, failing := 0, 0
	for i := range cells {
		c := &cells[i]
		if !c.Counts() {
			continue
		}
		tried++
		s := score.Score{
			Scorer: "faults", Metric: "right", Facet: c.Stage, Path: c.Path, Unit: score.Share,
			Want: "right fallback, recovered or same", Got: string(c.Verdict), Reason: reasonOf(suite, id, c),
		}
		s.Turn, _, _ = strings.Cut(c.Path, "/")
		if c.Right() {
			s.Value = 1
		}
		all = append(all, s)
		if c.Fails() {
			failing++
			s.Metric, s.Unit, s.Value, s.Facet = "failing", score.Count, 1, ""
			all = append(all, s)
		}
	}
	count := func(metric string, n int) score.Score {
		return score.Score{Scorer: "faults", Metric: metric, Unit: score.Count, Value: float64(n)}
	}
	if failing == 0 {
		all = append(all, count("failing", 0))
	}
	return append(all, count("cells", tried))
}

// reasonOf says what the cell is, what is wrong with it, and how to inspect it.
func reasonOf(suite, id string, c *result.Cell) string {
	text := c.Fault + " under " + string(c.Policy) + ": " + string(c.Verdict)
	if c.Right() {
		return text
	}
	if c.Why != "" {
		text += ": " + c.Why
	}
	if !plain.MatchString(suite + id + c.Name()) {
		return text
	}
	return text + "; `beaver-eval faults --suite " + suite + " --case " + id + " --cell " + c.Name() + "` shows it"
}

// plain matches text that needs no quoting in a shell: a command that a person may copy holds no other text of a case.
var plain = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]*$`)
