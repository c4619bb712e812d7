package runner

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// InDrawnOrder does what InTurn does with the cases of all suites in an order drawn by a seed, so that the first ones
// stand for all. Cases of one group are drawn together, since together they are one observation; after each group,
// after gets the number of cases that have ended, and of all. Its error ends the run. All cases are in memory, and
// files that no suite claims are not looked for.
func InDrawnOrder(ctx context.Context, suites []*project.Suite, systems map[string]pipeline.System, parts []Part,
	seed uint64, after func(ended, of int) error) error {
	o := &parts[0].Options
	drawn, err := draw(ctx, suites, o, seed)
	if err != nil {
		return err
	}
	claims := make([]*review.Claims, len(parts))
	for i := range claims {
		claims[i] = review.NewClaims(suites)
	}
	names, workers, covers := slices.Sorted(maps.Keys(systems)), o.Workers, spaces{}
	runs := make([][]*suiteRun, len(suites))
	var lasting []pipeline.Lasting
	for i, s := range suites {
		if runs[i], err = openParts(ctx, s, names, parts, claims, covers); err != nil {
			return err
		}
		if l := lastingOf(s); l != nil {
			lasting, workers = append(lasting, l), 1
		}
	}
	worker := func(ctx context.Context) func(*drawnCase) ranCase {
		var text []byte // of a golden, reused from case to case
		return func(c *drawnCase) ranCase { return ranCase{c, oneOfEach(ctx, runs[c.suite], c.src, &text)} }
	}
	err = fixtures.InOrder(ctx, drawn.each, len(drawn), workers, worker, func(c ranCase) error {
		if err := deliverEach(ctx, runs[c.suite], c.results); err != nil || !c.ends {
			return err
		}
		return after(c.number, drawn[len(drawn)-1].number)
	})
	for _, l := range lasting {
		err = errors.Join(err, l.End())
	}
	for _, r := range slices.Concat(runs...) {
		if err == nil {
			err = r.leftovers(ctx)
		}
	}
	return err
}

// drawnCase is a case, or a sample of one, in a drawn order.
type drawnCase struct {
	suite  int
	src    fixtures.Source
	number int  // of the case in the order, from 1
	ends   bool // the last one of its group
}

// ranCase is a drawn case with the result of each part.
type ranCase struct {
	*drawnCase
	results []*result.Result
}

type drawnCases []*drawnCase

// each passes on the cases in their order.
func (all drawnCases) each(ctx context.Context, f func(*drawnCase) error) error {
	for _, c := range all {
		if err := errors.Join(ctx.Err(), f(c)); err != nil {
			return err
		}
	}
	return nil
}

// draw returns the cases that a run has, in an order drawn by a seed.
func draw(ctx context.Context, suites []*project.Suite, o *Options, seed uint64) (drawnCases, error) {
	var groups []drawnCases
	named := map[string]int{} // groups by name
	for i, s := range suites {
		last := -1 // the group of the case before; -1: it does not run
		err := s.Sources().Each(ctx, func(src fixtures.Source) error {
			head, err := src.Head() // running a case without one reports its error
			if !o.Cases.All() && (err != nil || !o.Cases.Has(s.Name, head.ID, head.Tags)) {
				last = -1
				return nil
			}
			at, known := named[head.Group]
			switch {
			case head.Group != "" && known:
			case src.IsTwin() && last >= 0: // runs right after its case
				at = last
			default:
				at = len(groups)
				groups = append(groups, nil)
			}
			if head.Group != "" {
				named[head.Group] = at
			}
			groups[at], last = append(groups[at], &drawnCase{suite: i, src: src}), at
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	return number(groups, o.Repeat), nil
}

// number puts the cases of groups one after the other, each as often as it is repeated.
func number(groups []drawnCases, repeat int) drawnCases {
	var all drawnCases
	cases := 0
	for _, group := range groups {
		for _, c := range group {
			cases++
			for sample := range max(1, repeat) {
				of := *c
				of.src.Sample, of.number = sample, cases
				all = append(all, &of)
			}
		}
		all[len(all)-1].ends = true
	}
	return all
}
