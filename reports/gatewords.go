package reports

import (
	"fmt"
	"io"
	"strconv"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/plural"
)

// writeGates prints a line for each gate: what it wanted, what it got, and the case to look at first.
func (o *Overview) writeGates(w io.Writer) error {
	for _, v := range o.Gates {
		if _, err := fmt.Fprintln(w, gateLine(v)); err != nil {
			return err
		}
	}
	return nil
}

// gateLine says what became of a gate. A reason is cut where the line would become longer than 80 columns.
func gateLine(v metric.Verdict) string {
	name := Printable(v.Measure)
	if v.Suite != "" {
		name = v.Suite + ": " + name
	}
	if v.Dropped {
		return fmt.Sprintf("gate dropped  %s (--no-gate)", name)
	}
	line := gateState(v) + name + ": " + Printable(gateResult(v))
	if v.First != "" {
		line += "; first " + Printable(v.First)
	}
	if room := lineWidth - width(line) - 3; v.Reason != "" && room >= min(10, width(v.Reason)) {
		line += " (" + cut(Printable(v.Reason), room) + ")"
	}
	return line
}

func gateState(v metric.Verdict) string {
	switch {
	case v.Holds:
		return "gate holds    "
	case v.Undecided > 0:
		return "gate open     "
	}
	return "gate FAILS    "
}

// gateResult says what a gate wanted and what it got: in words where it counts what must not be there.
func gateResult(v metric.Verdict) string {
	text := "wanted " + v.Want + ", got " + v.Got
	if n, err := strconv.Atoi(v.Got); err == nil && v.Want == "0" && !v.Holds && n > 0 {
		if words, ok := unwanted()[v.Measure]; ok {
			text = words(n)
		}
	}
	if v.Basis != "" {
		text += " (" + v.Basis + ")"
	}
	if v.Undecided > 0 {
		text += "; not decided: " + plural.Number(v.Undecided, "case") + " in error"
	}
	return text
}

// unwanted are the things that a gate does not want one of, in words for so many of them.
func unwanted() map[string]func(n int) string {
	say := func(noun, one, many string) func(int) string {
		return func(n int) string { return plural.Number(n, noun) + " " + plural.Choose(n, one, many) }
	}
	return map[string]func(int) string{
		"goldens":          say("prompt", "is not accepted", "are not accepted"),
		"expectations":     say("case", "fails", "fail"),
		"stale":            say("answer", "was recorded for another request", "were recorded for another request"),
		"moved":            say("answer", "was recorded at another path", "were recorded at another path"),
		"carried":          say("answer", "was kept for a changed prompt", "were kept for a changed prompt"),
		"imported":         say("answer", "comes from elsewhere", "come from elsewhere"),
		"scripted":         say("answer", "is no model's", "are no model's"),
		"otherwise":        say("answer", "is the suite's otherwise", "are the suite's otherwise"),
		"context.overflow": say("call", "does not fit its context", "do not fit their context"),
	}
}

// String says how many cases were compared with the older run.
func (c Comparison) String() string {
	of := ""
	if c.Suite != "" {
		of = " of " + c.Suite
	}
	text := fmt.Sprintf("baseline%s: run %s has %d of %s", of, c.Run, c.Shared, plural.Number(c.Cases, "case"))
	if left := c.Before - c.Shared; left > 0 {
		text += fmt.Sprintf(", and %d that %s not here", left, plural.Choose(left, "is", "are"))
	}
	return text
}
