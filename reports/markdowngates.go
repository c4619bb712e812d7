package reports

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// mdGates has a row for each gate, first those that fail. What only some gates have is a column where one of them has
// it.
func mdGates(info *RunInfo) *mdSection {
	gates := slices.Clone(info.Gates)
	slices.SortStableFunc(gates, func(a, b metric.Verdict) int { return cmp.Compare(gateOrder(a), gateOrder(b)) })
	columns := gateColumns(info)
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	s := &mdSection{what: "gates", head: mdHead("Gates", titles...)}
	for _, v := range gates {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = c.cell(v)
		}
		s.add(mdRow(cells...))
	}
	if slices.ContainsFunc(gates, func(v metric.Verdict) bool { return info.rests(v) != "" }) {
		s.foot = restsWords
	}
	return s
}

// restsWords explain a column.
const restsWords = "\nRests on other than fresh answers: so many of the scores behind the gate rest on answers that are stale " +
	"(recorded for another prompt), carried (kept by a person), imported or scripted. They say nothing of a model.\n"

type gateColumn struct {
	title  string
	cell   func(metric.Verdict) string
	always bool // or where a gate has something to say there
}

func gateColumns(info *RunInfo) []gateColumn {
	columns := []gateColumn{
		{"gate", func(v metric.Verdict) string { return mdCode(gateName(v)) }, true},
		{"", func(v metric.Verdict) string {
			return []string{"**fails**", "**open**", "dropped", "holds"}[gateOrder(v)]
		}, true},
		{"wanted", func(v metric.Verdict) string { return mdCode(v.Want) }, true},
		{"got", func(v metric.Verdict) string { return mdCode(gotOf(v)) }, true},
		{"baseline", func(v metric.Verdict) string { return mdCode(v.Baseline) }, false},
		{"look first at", func(v metric.Verdict) string { return mdCode(v.First) }, true},
		{"reason", func(v metric.Verdict) string { return mdCode(v.Reason) }, false},
		{"rests on other than fresh answers:", info.rests, false},
	}
	return slices.DeleteFunc(columns, func(c gateColumn) bool {
		return !c.always && !slices.ContainsFunc(info.Gates, func(v metric.Verdict) bool { return c.cell(v) != "" })
	})
}

func gateOrder(v metric.Verdict) int {
	switch {
	case v.Dropped:
		return 2
	case v.Holds:
		return 3
	case v.Undecided > 0:
		return 1
	}
	return 0
}

// gotOf is what a gate got, and what that is made of where it is not all.
func gotOf(v metric.Verdict) string {
	if v.Basis == "" {
		return v.Got
	}
	return v.Got + " (" + v.Basis + ")"
}

// rests says how many of the scores behind a gate rest on stale, carried, imported or scripted answers.
func (info *RunInfo) rests(v metric.Verdict) string {
	measures := info.Measures
	for _, s := range info.Suites {
		if s.Suite == v.Suite {
			measures = s.Measures
		}
	}
	for _, m := range measures {
		if m.Name == v.Measure && m.Rests > 0 {
			return fmt.Sprintf("%d of %d", m.Rests, m.Scores)
		}
	}
	return ""
}
