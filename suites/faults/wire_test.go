package faults_test

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// No server sends tool arguments that are no object: such an answer has no fault of the transport.
func TestArgumentsThatNoServerSends(t *testing.T) {
	suite, found := repository(t, "beaver")[0], 0
	m := &faults.Matrix{Stages: []string{"turn-1/main-3"}, Faults: []string{"slow-first-byte"}}
	if err := suite.Sources().Each(t.Context(), func(src fixtures.Source) error {
		p, err := runner.Prepare(suite, src, []string{"beaver"}, nil)
		if err != nil || p.ID() != "tool-calls-that-go-wrong" {
			return err
		}
		cells, _, err := (*faults.Kept)(nil).Cells(t.Context(), m, suite, p)
		for _, c := range cells {
			found++
			if c.Verdict != result.VerdictNotApplicable {
				t.Errorf("%s: %s: %s", c.Name(), c.Verdict, c.Why)
			}
		}
		return err
	}); err != nil || found == 0 {
		t.Errorf("%d cells, %v", found, err)
	}
}
