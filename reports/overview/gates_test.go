package overview

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// A gate names what it counts: prompts and forms separately if it counts both, like the verdict on the run.
func TestResult(t *testing.T) {
	for _, tt := range []struct {
		v    metric.Verdict
		want string
	}{
		{metric.Verdict{Measure: "goldens", Want: "0", Got: "1"}, "1 prompt is not accepted"},
		{metric.Verdict{Measure: "goldens", Want: "0", Got: "384", Basis: "379 prompts and 5 forms"},
			"379 prompts and 5 forms are not accepted"},
		{metric.Verdict{Measure: "goldens", Want: "0", Got: "1", Basis: "1 form"}, "1 form is not accepted"},
		{metric.Verdict{Measure: "goldens", Want: "0", Got: "0", Holds: true}, "wanted 0, got 0"},
		{metric.Verdict{Measure: "tokens.growth", Want: "<= 5%", Got: "7%", Basis: "35 of 40 calls"},
			"wanted <= 5%, got 7% (35 of 40 calls)"},
	} {
		if got := GateResult(tt.v); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
