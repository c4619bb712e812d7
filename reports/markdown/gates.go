package markdown

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/verdict"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// gatesSection has a row for each gate, first those that fail. What only some gates have is a column where one of them
// has it.
func gatesSection(info *stored.Info) *section {
	gates := slices.Clone(info.Gates)
	slices.SortStableFunc(gates, func(a, b metric.Verdict) int {
		return cmp.Compare(verdict.StateOf(a), verdict.StateOf(b))
	})
	columns := gateColumns(info)
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	s := &section{what: "gates", head: head("Gates", titles...)}
	for _, v := range gates {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = c.cell(v)
		}
		s.add(tableRow(cells...))
	}
	if slices.ContainsFunc(gates, func(v metric.Verdict) bool { return rests(info, v) != "" }) {
		s.foot = restsWords
	}
	for _, v := range gates {
		if advice := verdict.Advice(v); advice != "" {
			s.foot += "\n" + code(verdict.Name(v)) + ": " + advice + ".\n"
		}
	}
	return s
}

// restsWords explain a column.
const restsWords = "\nRests on other than fresh answers: so many of the scores behind the gate rest on answers " +
	"that are " +
	"stale (recorded for another prompt), carried (kept by a person), imported or scripted. They say nothing of a " +
	"model.\n"

type gateColumn struct {
	title  string
	cell   func(metric.Verdict) string
	always bool // or where a gate has something to say there
}

func gateColumns(info *stored.Info) []gateColumn {
	columns := []gateColumn{
		{"gate", func(v metric.Verdict) string { return code(verdict.Name(v)) }, true},
		{"", func(v metric.Verdict) string {
			return []string{"**fails**", "**open**", "dropped", "holds"}[verdict.StateOf(v)]
		}, true},
		{"wanted", func(v metric.Verdict) string { return code(v.Want) }, true},
		{"got", func(v metric.Verdict) string { return code(gotOf(v)) }, true},
		{"baseline", func(v metric.Verdict) string { return code(v.Baseline) }, false},
		{"look first at", func(v metric.Verdict) string { return code(v.First) }, true},
		{"reason", func(v metric.Verdict) string { return code(v.Reason) }, false},
		{"rests on other than fresh answers:", func(v metric.Verdict) string { return rests(info, v) }, false},
	}
	return slices.DeleteFunc(columns, func(c gateColumn) bool {
		return !c.always && !slices.ContainsFunc(info.Gates, func(v metric.Verdict) bool { return c.cell(v) != "" })
	})
}

// gotOf is what a gate got, and what that is made of where it is not all.
func gotOf(v metric.Verdict) string {
	if v.Basis == "" {
		return v.Got
	}
	return v.Got + " (" + v.Basis + ")"
}

// rests says how many of the scores behind a gate rest on stale, carried, imported or scripted answers.
func rests(info *stored.Info, v metric.Verdict) string {
	measures := info.Measures
	for _, s := range info.Suites {
		if s.Suite == v.Suite {
			measures = s.Measures
		}
	}
	for _, m := range measures {
		if m.Name == v.Measure && m.Provenance > 0 {
			return fmt.Sprintf("%d of %d", m.Provenance, m.Scores)
		}
	}
	return ""
}
