package terminal

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// gateLine returns the result of a gate. A reason gets the rest of the line if there is room; without a terminal it is
// not cut.
func gateLine(v metric.Verdict, width int) string {
	name := printable.Line(v.Measure)
	if v.Suite != "" {
		name = v.Suite + ": " + name
	}
	state := overview.GateStateOf(v)
	if state == overview.Dropped {
		return fmt.Sprintf("gate dropped  %s (--no-gate)", name)
	}
	line := map[overview.GateState]string{
		overview.Failing: "gate FAILS    ", overview.Open: "gate open     ", overview.Holding: "gate holds    ",
	}[state] + name + ": " + printable.Line(overview.GateResult(v))
	if v.First != "" {
		line += "; first " + printable.Line(v.First)
	}
	reason := printable.Line(v.Reason)
	if v.Reason == overview.GateAdvice(v) { // it has its own line
		reason = ""
	}
	if room := cmp.Or(width, 80) - printable.Width(line) - 3; reason != "" && room >= min(10, printable.Width(reason)) {
		line += " (" + cut(printable.Clip(reason, mostLine), room, width) + ")"
	}
	return line
}

// mostGates is how many failed gates have a line in the short report.
const mostGates = 10

// gateLines returns a line for each gate that fails or is open, except those reported elsewhere, and how many others
// there are.
func gateLines(gates []metric.Verdict, told func(metric.Verdict) bool, width int) []string {
	var lines, dropped []string
	holding, more := 0, 0
	for _, v := range gates {
		switch state := overview.GateStateOf(v); {
		case state == overview.Holding:
			holding++
		case state == overview.Dropped:
			dropped = append(dropped, printable.Line(overview.GateName(v)))
		case state == overview.Failing && told != nil && told(v):
		case len(lines) == mostGates:
			more++
		default:
			lines = append(lines, gateLine(v, width))
			if advice := overview.GateAdvice(v); advice != "" {
				lines = append(lines, "  "+printable.Clip(printable.Line(advice), mostLine))
			}
		}
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %s that %s not hold; --full names them",
			wording.Number(more, "more gate"), wording.Plural(more, "does", "do")))
	}
	var rest []string
	if holding > 0 || len(gates) == 0 {
		rest = append(rest, fmt.Sprintf("%d %s", holding, wording.Plural(holding, "holds", "hold")))
	}
	if n := len(dropped); n > 0 {
		names := strings.Join(dropped[:min(3, n)], ", ")
		if n > 3 {
			names += fmt.Sprintf(" and %d more", n-3)
		}
		rest = append(rest, fmt.Sprintf("%d dropped (--no-gate): %s", n, names))
	}
	if len(rest) > 0 {
		lines = append(lines, "gates: "+strings.Join(rest, ", "))
	}
	return lines
}
