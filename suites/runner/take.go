package runner

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Taken is the outcome of taking changes under review.
type Taken struct {
	Accepted review.Tally      // or rejected
	Refused  []review.Accepted // not written, since the requests differ from those shown
	Errors   []error           // of cases
}

// Take runs the cases with changes under review, takes those that taking selects, and passes each result to see. The
// exchange is that of Options.
func Take(ctx context.Context, suites []*project.Suite, systems map[string]pipeline.System, cases []string,
	taking *review.Taking, exchange Exchange, see func(*result.Result)) (*Taken, error) {
	taken := &Taken{}
	o := Options{Cases: filter.Cases{Names: cases}, Compare: true, Taking: taking, Exchange: exchange}
	err := Run(ctx, suites, systems, o, func(r *result.Result) error {
		taken.Errors = append(taken.Errors, r.Errors...)
		see(r)
		if r.Taken == nil {
			return nil
		}
		of := review.Accepted{Suite: r.Suite, Case: r.Case, Taken: *r.Taken}
		if of.Refused != "" {
			taken.Refused = append(taken.Refused, of)
		} else {
			taken.Accepted.Add(of)
		}
		return nil
	})
	return taken, err
}
