package comparison

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

type caseName struct{ suite, id string }

// samples are the runs of one case in one run: one, unless cases were repeated.
type samples []*rows.Case

// join passes on each case with that of the other run. Both runs are read side by side: of cases in the same order,
// only one is in memory. suites maps names of A to those of B, and leaves out all others; if it is empty, names are the
// same. Cases of B get A's names.
func join(ctx context.Context, a, b *Side, suites map[string]string, take func(a, b samples) error) error {
	suiteOfA := map[string]string{}
	for of, other := range suites {
		suiteOfA[other] = of
	}
	sides := [2]*half{newHalf(ctx, a, func(c *rows.Case) bool {
		_, chosen := suites[c.Suite]
		return chosen || len(suites) == 0
	}), newHalf(ctx, b, func(c *rows.Case) bool {
		of, chosen := suiteOfA[c.Suite]
		if chosen {
			c.Suite = of
		}
		return chosen || len(suites) == 0
	})}
	defer sides[0].stop()
	defer sides[1].stop()
	for !sides[0].ended || !sides[1].ended {
		for i, s := range sides {
			c, err := s.read()
			if err != nil {
				return err
			}
			if c == nil {
				continue
			}
			name := caseName{c[0].Suite, c[0].Case}
			other, found := sides[1-i].waiting[name]
			if !found {
				s.waiting[name] = c
				continue
			}
			delete(sides[1-i].waiting, name)
			both := [2]samples{c, other}
			if err := take(both[i], both[1-i]); err != nil {
				return err
			}
		}
	}
	return errors.Join(sides[0].rest(func(c samples) error { return take(c, nil) }),
		sides[1].rest(func(c samples) error { return take(nil, c) }))
}

// half reads one run, and holds its cases that the other one has not had yet.
type half struct {
	next    func() (*rows.Case, error, bool)
	stop    func()
	chosen  func(*rows.Case) bool
	waiting map[caseName]samples
	ahead   *rows.Case // the first sample of the case to come; nil: it is not read yet
	ended   bool
}

var errStopped = errors.New("stopped")

func newHalf(ctx context.Context, s *Side, chosen func(*rows.Case) bool) *half {
	next, stop := iter.Pull2(func(yield func(*rows.Case, error) bool) {
		err := s.cases(ctx, func(c *rows.Case) error {
			if !yield(c, nil) {
				return errStopped
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	})
	return &half{next: next, stop: stop, chosen: chosen, waiting: map[caseName]samples{}}
}

// read returns the samples of the next chosen case; nil: there is none.
func (h *half) read() (samples, error) {
	var all samples
	for !h.ended {
		if h.ahead == nil {
			c, err, more := h.next()
			switch {
			case err != nil:
				return nil, err
			case !more:
				h.ended = true
				return all, nil
			case c.Status == result.StatusOrphan || !h.chosen(c):
				continue
			}
			h.ahead = c
		}
		if len(all) > 0 && (h.ahead.Suite != all[0].Suite || h.ahead.Case != all[0].Case) {
			return all, nil
		}
		all, h.ahead = append(all, h.ahead), nil
	}
	return all, nil
}

// rest passes on the cases that the other run does not have, by name.
func (h *half) rest(take func(samples) error) error {
	names := slices.SortedFunc(maps.Keys(h.waiting), func(x, y caseName) int {
		return cmp.Or(cmp.Compare(x.suite, y.suite), cmp.Compare(x.id, y.id))
	})
	for _, name := range names {
		if err := take(h.waiting[name]); err != nil {
			return err
		}
	}
	return nil
}
