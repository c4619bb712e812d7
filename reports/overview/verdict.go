package overview

import (
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// GateState is what became of a gate.
type GateState int

// The states of a gate, by how urgent they are.
const (
	Failing GateState = iota
	Open              // cases that could not be run may have failed it
	Dropped           // by --no-gate: nobody looked
	Holding
)

// GateStateOf returns what became of a gate.
func GateStateOf(v metric.Verdict) GateState {
	switch {
	case v.Dropped:
		return Dropped
	case v.Holds:
		return Holding
	case v.Undecided > 0:
		return Open
	}
	return Failing
}

// GateWatched reports whether a built-in gate of a run was looked at. What it forbids fails a case only then, so that
// no report is red where the run is not.
func GateWatched(gates []metric.Verdict, measure string) bool {
	for _, v := range gates {
		if v.Suite == "" && v.Measure == measure && v.Dropped {
			return false
		}
	}
	return true
}

// GateName returns the gate as it was written, with its suite.
func GateName(v metric.Verdict) string {
	if v.Suite != "" && !strings.HasPrefix(v.Gate, v.Suite+"/") {
		return v.Suite + "/" + v.Gate
	}
	return v.Gate
}

// GateLines say how a gate failed, where to look first, and what to do.
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

// GateAdvice says what a person can do about a gate that fails, where a gate alone does not say it; empty: nothing
// more.
func GateAdvice(v metric.Verdict) string {
	switch {
	case GateStateOf(v) != Failing:
		return ""
	case strings.HasPrefix(v.Measure, "faults."), v.Measure == metric.ServerFailures:
		return v.Reason // which says how the cell is looked at, or what the server has said
	case v.Measure != metric.Stale:
		return ""
	}
	return "record the case again, or keep its answers knowingly: `beaver-eval accept --keep-answers CASE`"
}

// GateResult says what a gate wanted and what it got: in words where it counts what must not be there.
func GateResult(v metric.Verdict) string {
	text := "wanted " + v.Want + ", got " + v.Got
	if n := number(v.Got); v.Want == "0" && !v.Holds && n > 0 {
		if words, ok := unwanted()[v.Measure]; ok {
			text = words(n)
		}
	}
	switch {
	case v.Basis != "" && v.Measure == "goldens" && !v.Holds: // it counts prompts and forms, and says so
		text = v.Basis + " " + wording.Plural(number(v.Got), "is", "are") + " not accepted"
	case v.Basis != "":
		text += " (" + v.Basis + ")"
	}
	if v.Undecided > 0 {
		text += "; not decided: " + wording.Number(v.Undecided, "case") + " in error"
	}
	return text
}

// number returns a whole number; 0: it is none.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// unwanted returns the things that a gate does not want one of, in words for so many of them.
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
		"scripted":     say("answer", "is no model's", "are no model's"),
		"otherwise":    say("answer", "is the suite's otherwise", "are the suite's otherwise"),
		metric.Uncompared: func(n int) string {
			return wording.Number(n, "golden") + " that nothing was compared with"
		},
		metric.NotDriven: say("golden", "is of a suite that nothing has driven",
			"are of suites that nothing has driven"),
		metric.ServerFailures: say("call", "got no answer", "got no answer"),
		"context.overflow":    say("call", "does not fit its context", "do not fit their context"),
	}
}
