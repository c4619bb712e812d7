package ci

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// failingGates has a row for each gate that fails or is open, with advice.
func failingGates(info *stored.Info) *section {
	s := &section{what: "failing gates"}
	gates := gatesOf(info, overview.Failing, overview.Open)
	s.head = head("Failing gates", s.addGates(info, gates)...)
	for _, v := range gates {
		if advice := overview.GateAdvice(v); advice != "" {
			s.foot += "\n" + code(overview.GateName(v)) + ": " + advice + ".\n"
		}
	}
	return s
}

// otherGates has the gates that hold or were dropped.
func otherGates(info *stored.Info) *section {
	s := &section{what: "other gates"}
	titles := s.addGates(info, gatesOf(info, overview.Dropped, overview.Holding))
	rests := s.foot
	s.head, s.foot = folded("Other gates", titles...)
	s.foot = rests + s.foot
	return s
}

// gatesOf returns the gates of a run in two states, those in the first one first.
func gatesOf(info *stored.Info, first, second overview.GateState) []metric.Verdict {
	gates := slices.DeleteFunc(slices.Clone(info.Gates), func(v metric.Verdict) bool {
		state := overview.GateStateOf(v)
		return state != first && state != second
	})
	slices.SortStableFunc(gates, func(a, b metric.Verdict) int {
		return cmp.Compare(overview.GateStateOf(a), overview.GateStateOf(b))
	})
	return gates
}

// addGates adds a row for each gate, and returns the titles. An optional column appears if one of the gates needs it.
func (s *section) addGates(info *stored.Info, gates []metric.Verdict) []string {
	columns := gateColumns(info, gates)
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
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
	return titles
}

// restsWords explain a column.
const restsWords = "\nRests on other than fresh answers: how many of the scores behind the gate rest on answers " +
	"that are stale (recorded for another prompt), carried (kept by a person), imported or scripted. These say " +
	"nothing about a model.\n"

type gateColumn struct {
	title  string
	cell   func(metric.Verdict) string
	always bool // or only if a gate has a value
}

func gateColumns(info *stored.Info, gates []metric.Verdict) []gateColumn {
	columns := []gateColumn{
		{"gate", func(v metric.Verdict) string { return code(overview.GateName(v)) }, true},
		{"", func(v metric.Verdict) string {
			return []string{"**fails**", "**open**", "dropped", "holds"}[overview.GateStateOf(v)]
		}, true},
		{"wanted", func(v metric.Verdict) string { return code(v.Want) }, true},
		{"got", func(v metric.Verdict) string { return code(gotOf(v)) }, true},
		{"baseline", func(v metric.Verdict) string { return code(v.Baseline) }, false},
		{"look first at", func(v metric.Verdict) string { return code(v.First) }, true},
		{"reason", func(v metric.Verdict) string { return code(v.Reason) }, false},
		{"rests on other than fresh answers:", func(v metric.Verdict) string { return rests(info, v) }, false},
	}
	return slices.DeleteFunc(columns, func(c gateColumn) bool {
		return !c.always && !slices.ContainsFunc(gates, func(v metric.Verdict) bool { return c.cell(v) != "" })
	})
}

// gotOf returns a gate's value, with its basis if that is partial.
func gotOf(v metric.Verdict) string {
	if v.Basis == "" {
		return v.Got
	}
	return v.Got + " (" + v.Basis + ")"
}

// rests says how many of a gate's scores depend on stale, carried, imported or scripted answers.
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
