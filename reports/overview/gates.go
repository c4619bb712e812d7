package overview

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// GateState is the state of a gate.
type GateState int

// The states of a gate, by how urgent they are.
const (
	Failing GateState = iota
	Open              // cases that could not run might fail it
	Dropped           // by --no-gate: not evaluated
	Holding
)

// GateStateOf returns the state of a gate.
func GateStateOf(v metric.Verdict) GateState {
	switch {
	case v.Dropped:
		return Dropped
	case v.Holds:
		return Holding
	case v.Undecided > 0, v.Open:
		return Open
	}
	return Failing
}

// GateWatched reports whether a built-in gate of a run was evaluated. Only then does what it forbids fail a case, so
// that no report is red if the run is not.
func GateWatched(gates []metric.Verdict, measure string) bool {
	for _, v := range gates {
		if v.Suite == "" && v.Measure == measure && v.Dropped {
			return false
		}
	}
	return true
}

// GateName returns the gate as written, with its suite.
func GateName(v metric.Verdict) string {
	if v.Suite != "" && !strings.HasPrefix(v.Gate, v.Suite+"/") {
		return v.Suite + "/" + v.Gate
	}
	return v.Gate
}

// GateLines returns lines that say how a gate failed, where to look first, and what to do.
func GateLines(v metric.Verdict) []string {
	words := []string{v.Measure + ": " + GateResult(v)}
	if v.First != "" {
		words = append(words, "first "+v.First)
	}
	if v.Reason != "" {
		words = append(words, v.Reason)
	}
	if advice := GateAdvice(v); advice != "" && advice != v.Reason {
		words = append(words, advice)
	}
	return words
}

// GateAdvice says what to do about a failed gate, if that is not obvious; may be empty.
func GateAdvice(v metric.Verdict) string {
	switch {
	case GateStateOf(v) != Failing:
		return ""
	case strings.HasPrefix(v.Measure, "faults."), v.Measure == metric.ServerFailures,
		strings.HasPrefix(v.Measure, "prefix."), strings.HasPrefix(v.Measure, "budget."):
		return v.Reason // how to inspect the cell; the server's message; the place in the prompt
	case v.Measure != metric.Stale:
		return ""
	}
	return "record the case again, or keep its answers: `beaver-eval accept --keep-answers CASE`"
}

// GateResult returns a gate's bound and value: in words if it counts unwanted things.
func GateResult(v metric.Verdict) string {
	text := "wanted " + v.Want + ", got " + v.Got
	if n := number(v.Got); v.Want == "0" && !v.Holds && n > 0 {
		if words, ok := unwanted()[v.Measure]; ok {
			text = words(n)
		}
	}
	switch {
	case v.Basis != "" && v.Measure == "goldens" && !v.Holds: // names prompts and forms separately
		text = v.Basis + " " + wording.Plural(number(v.Got), "is", "are") + " not accepted"
	case v.Basis != "":
		text += " (" + v.Basis + ")"
	}
	switch {
	case v.Point:
		text += "; a point, not a test: a margin in pp, such as baseline - 3pp, is tested"
	case v.Open && v.Needed > 0:
		text += fmt.Sprintf("; open: about %d cases would decide", v.Needed)
	case v.Open:
		text += "; open: no number of such cases would decide"
	}
	if v.Undecided > 0 {
		text += "; not decided: " + wording.Number(v.Undecided, "case") + " in error"
	}
	return text
}

// number parses a whole number; 0: it is none.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// unwanted returns the unwanted things that gates count, as a function from number to words.
func unwanted() map[string]func(n int) string {
	say := func(noun, one, many string) func(int) string {
		return func(n int) string { return wording.Number(n, noun) + " " + wording.Plural(n, one, many) }
	}
	return map[string]func(int) string{
		"goldens":      say("prompt", "is not accepted", "are not accepted"),
		"expectations": say("case", "fails", "fail"),
		"stale":        say("answer", "was recorded for another request", "were recorded for another request"),
		"moved":        say("answer", "was recorded at another path", "were recorded at another path"),
		"carried":      say("answer", "was kept for a changed prompt", "were kept for a changed prompt"),
		"imported":     say("answer", "comes from elsewhere", "come from elsewhere"),
		"scripted":     say("answer", "is not from a model", "are not from a model"),
		"otherwise":    say("answer", "is from the suite's otherwise", "are from the suite's otherwise"),
		metric.Uncompared: func(n int) string {
			return wording.Number(n, "golden") + " not compared with anything"
		},
		metric.NotDriven: say("golden", "is of a suite that nothing drove",
			"are of suites that nothing drove"),
		metric.ServerFailures: say("call", "got no answer", "got no answer"),
		"context.overflow":    say("call", "does not fit its context", "do not fit their context"),
	}
}
