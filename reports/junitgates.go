package reports

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// gatesSuite is the suite of a JUnit report that the gates stand in.
const gatesSuite = "gates"

// ofRun are the test cases that belong to no case: the gates, and a run that was interrupted.
func ofRun(info *RunInfo) []junitCase {
	var all []junitCase
	if info.Interrupted {
		all = append(all, junitCase{
			Class: gatesSuite, Name: "interrupted", Time: "0",
			Error: outcome("error", []string{"the run was interrupted: cases that had not ended are not here"}),
		})
	}
	for _, v := range info.Gates {
		all = append(all, ofGate(v))
	}
	return all
}

func ofGate(v metric.Verdict) junitCase {
	t := junitCase{Class: gatesSuite, Name: xmlLine(gateName(v)), Time: "0"}
	switch {
	case v.Dropped:
		t.Skipped = outcome("", []string{"dropped by --no-gate"})
	case v.Undecided > 0:
		t.Error = outcome("undecided", GateWords(v))
	case !v.Holds:
		t.Failure = outcome("gate", GateWords(v))
	}
	return t
}

// gateName is the gate as it was written, with its suite.
func gateName(v metric.Verdict) string {
	if v.Suite != "" && !strings.HasPrefix(v.Gate, v.Suite+"/") {
		return v.Suite + "/" + v.Gate
	}
	return v.Gate
}

// GateWords say how a gate failed, and where to look first.
func GateWords(v metric.Verdict) []string {
	words := []string{v.Measure + ": " + gateResult(v)}
	if v.First != "" {
		words = append(words, "first "+v.First)
	}
	if v.Reason != "" {
		words = append(words, v.Reason)
	}
	return words
}
