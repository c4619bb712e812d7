package junit

import (
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/verdict"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// gatesSuite is the suite of a JUnit report that the gates stand in.
const gatesSuite = "gates"

// ofRun are the test cases that belong to no case: the gates, and a run that was interrupted.
func ofRun(info *stored.Info) []testCase {
	var all []testCase
	if info.Interrupted {
		all = append(all, testCase{
			Class: gatesSuite, Name: "interrupted", Time: "0",
			Error: outcome("error", []string{"the run was interrupted: cases that had not ended are not here"}),
		})
	}
	for _, v := range info.Gates {
		all = append(all, ofGate(v))
	}
	return all
}

func ofGate(v metric.Verdict) testCase {
	t := testCase{Class: gatesSuite, Name: xmlLine(verdict.Name(v)), Time: "0"}
	switch verdict.StateOf(v) {
	case verdict.Dropped:
		t.Skipped = outcome("", []string{"dropped by --no-gate"})
	case verdict.Open:
		t.Error = outcome("undecided", verdict.Lines(v))
	case verdict.Failing:
		t.Failure = outcome("gate", verdict.Lines(v))
	}
	return t
}
