package cells

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/reports/overview"
)

// A verdict ends with what to look at first.
func TestVerdict(t *testing.T) {
	failing := func(exit int, s overview.Summary) *overview.Overview { return &overview.Overview{Exit: exit, Total: s} }
	stopped := failing(130, overview.Summary{Cases: 3})
	stopped.Interrupted = true
	for _, tt := range []struct {
		o    *overview.Overview
		want string
	}{
		{stopped, "INTERRUPTED: 3 cases had ended"},
		{failing(2, overview.Summary{}), "FAILS: no case has run"},
		{failing(2, overview.Summary{Cases: 1}), "FAILS: something that was asked for does not exist"},
		{failing(1, overview.Summary{Cases: 12345, Failed: 1575, Errors: 1000, Forms: 1234567}),
			"FAILS: 1,000 cases in error, 575 cases fail, 1,234,567 forms differ"},
		{failing(0, overview.Summary{Cases: 12345, Prompts: overview.Prompts{Unchanged: 4350, NotCompared: 1001}}),
			"ok: 12,345 cases, 4,350 prompts as accepted, 1,001 not compared, 0 gates hold, 0.0s"},
		{failing(1, overview.Summary{Cases: 1, Forms: 1}), "FAILS: 1 form differs"},
		{failing(2, overview.Summary{Cases: 2, Failed: 2, Errors: 1}), "FAILS: 1 case in error, 1 case fails"},
	} {
		if got := Verdict(tt.o, nil); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}
