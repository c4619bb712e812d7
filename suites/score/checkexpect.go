package score

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/expect"
)

// CheckExpectations returns the errors in a case's expectations and labels, so that mistakes show before anything runs.
func CheckExpectations(c *fixtures.Case) error {
	var errs []error
	file, _ := c.Where()
	all := scorers()
	for _, t := range c.AllTurns() {
		errs = append(errs, checkJudges(t))
		for _, e := range []*expect.Turn{t.Expect, t.Labels} {
			if e != nil {
				errs = append(errs, check(all, file, t.Line(), e))
			}
		}
	}
	return errors.Join(errs...)
}

func check(all []scorer, file string, line int, e *expect.Turn) error {
	var errs []error
	for _, s := range all {
		if s.check != nil {
			errs = append(errs, s.check(file, line, e))
		}
	}
	return errors.Join(errs...)
}
