package ci

import (
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// gatesSuite is the suite of gates in a JUnit report.
const gatesSuite = "gates"

// ofRun returns the test cases that belong to no case: the gates, and an interrupted run.
func ofRun(info *stored.Info) []testCase {
	var all []testCase
	if info.Interrupted {
		all = append(all, testCase{
			Class: gatesSuite, Name: "interrupted", Time: "0",
			Error: outcome("error", []string{"the run was interrupted: cases that had not ended are missing"}),
		})
	}
	for _, v := range info.Gates {
		all = append(all, ofGate(v))
	}
	return all
}

func ofGate(v metric.Verdict) testCase {
	t := testCase{Class: gatesSuite, Name: xmlLine(overview.GateName(v)), Time: "0"}
	switch overview.GateStateOf(v) {
	case overview.Dropped:
		t.Skipped = outcome("", []string{"dropped by --no-gate"})
	case overview.Open:
		t.Error = outcome("undecided", overview.GateLines(v))
	case overview.Failing:
		t.Failure = outcome("gate", overview.GateLines(v))
	}
	return t
}
