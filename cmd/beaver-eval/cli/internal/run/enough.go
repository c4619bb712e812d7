package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// errEnough ends a run in which as many cases as --max-failures says are not green.
var errEnough = errors.New("enough cases are not green")

// counted counts the cases of a run that have ended.
type counted struct {
	most     int // that may fail before the run stops; 0: any number
	cases    int
	failures int // cases that were not green, as far as they ran now
}

// add counts a case, and returns errEnough if it is the last that may fail.
func (n *counted) add(red bool, sample int) error {
	if sample == 0 {
		n.cases++
	}
	if red {
		n.failures++
	}
	if red && n.failures == n.most {
		return errEnough
	}
	return nil
}

// say says what has not run.
func (n *counted) say(ctx context.Context, suites []*project.Suite, o runner.Options) (string, error) {
	left := -n.cases
	for _, s := range suites {
		err := s.Sources().Each(ctx, func(src fixtures.Source) error {
			if o.Chooses(s.Name, src) {
				left++
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("--max-failures %d: %s not green, and %s not run", n.most,
		wording.Number(n.failures, "case")+" "+wording.Plural(n.failures, "is", "are"),
		wording.Number(left, "case")+" "+wording.Plural(left, "has", "have")), nil
}
