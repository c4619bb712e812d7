package terminal

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/reports/verdict"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// gateLine says what became of a gate. A reason is cut where the line would become longer than 80 columns.
func gateLine(v metric.Verdict) string {
	name := printable.Line(v.Measure)
	if v.Suite != "" {
		name = v.Suite + ": " + name
	}
	state := verdict.StateOf(v)
	if state == verdict.Dropped {
		return fmt.Sprintf("gate dropped  %s (--no-gate)", name)
	}
	line := map[verdict.State]string{
		verdict.Failing: "gate FAILS    ", verdict.Open: "gate open     ", verdict.Holding: "gate holds    ",
	}[state] + name + ": " + printable.Line(verdict.Result(v))
	if v.First != "" {
		line += "; first " + printable.Line(v.First)
	}
	if room := table.Width - printable.Width(line) - 3; v.Reason != "" && room >= min(10, printable.Width(v.Reason)) {
		line += " (" + printable.Cut(printable.Line(v.Reason), room) + ")"
	}
	return line
}
