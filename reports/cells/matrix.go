package cells

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// Matrix returns a row for each label: the count of each decided action, or a list of the decisions, then precision,
// recall and F1.
func Matrix(c *metric.Confusion, kind string, listed bool) [][]string {
	actions, measures := c.Actions(), c.Measures(kind)
	var rows [][]string
	for _, want := range actions {
		row := []string{want}
		if listed {
			row = append(row, decisions(c, want))
		} else {
			for _, got := range actions {
				row = append(row, strconv.Itoa(c.Count(want, got)))
			}
		}
		for _, name := range []string{"precision", "recall", "f1"} {
			row = append(row, measured(measures, metric.RoutingMeasure(name, kind, want)))
		}
		rows = append(rows, row)
	}
	return rows
}

// decisions lists the decisions for a label, the most frequent first.
func decisions(c *metric.Confusion, want string) string {
	actions := slices.Clone(c.Actions())
	slices.SortStableFunc(actions, func(a, b string) int { return cmp.Compare(c.Count(want, b), c.Count(want, a)) })
	var parts []string
	for _, got := range actions {
		if n := c.Count(want, got); n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", got, n))
		}
	}
	return strings.Join(parts, ", ")
}

func measured(all []metric.Measure, name string) string {
	for _, m := range all {
		if m.Name == name && m.Scores > 0 {
			return strconv.FormatFloat(m.Value, 'f', 2, 64)
		}
	}
	return "–"
}
