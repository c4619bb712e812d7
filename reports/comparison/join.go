package comparison

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

type caseName struct{ suite, id string }

// join passes on each case with that of the other run. Both runs are read side by side: of cases in the same order,
// only one is in memory; any other waits there until the other run has it or ends. suites maps names of A to those of
// B, and leaves out all others; if it is empty, names are the same. Cases of B get A's names.
func join(ctx context.Context, a, b *Side, suites map[string]string, take func(a, b *rows.Case) error) error {
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
			name := caseName{c.Suite, c.Case}
			other, found := sides[1-i].waiting[name]
			if !found && !sides[1-i].ended {
				s.waiting[name] = c
				continue
			}
			delete(sides[1-i].waiting, name)
			both := [2]*rows.Case{c, other}
			if err := take(both[i], both[1-i]); err != nil {
				return err
			}
		}
	}
	err := errors.Join(sides[0].lacking(a.Run, maps.Keys(suites)), sides[1].lacking(b.Run, maps.Values(suites)))
	if err != nil {
		return err
	}
	return errors.Join(sides[0].rest(func(c *rows.Case) error { return take(c, nil) }),
		sides[1].rest(func(c *rows.Case) error { return take(nil, c) }))
}

// half reads one run, and holds its cases that the other one has not had yet.
type half struct {
	next    func() (*rows.Case, error, bool)
	stop    func()
	chosen  func(*rows.Case) bool
	suites  map[string]bool // of all its cases
	waiting map[caseName]*rows.Case
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
	return &half{next: next, stop: stop, chosen: chosen, suites: map[string]bool{},
		waiting: map[caseName]*rows.Case{}}
}

// read returns the next chosen case; nil: there is none.
func (h *half) read() (*rows.Case, error) {
	for !h.ended {
		c, err, more := h.next()
		switch {
		case err != nil:
			return nil, err
		case !more:
			h.ended = true
			continue
		}
		h.suites[c.Suite] = true
		if c.Status != result.StatusOrphan && h.chosen(c) {
			return c, nil
		}
	}
	return nil, nil
}

// lacking returns an error if the run has no case of one of these suites.
func (h *half) lacking(run Run, suites iter.Seq[string]) error {
	for _, name := range slices.Sorted(suites) {
		if !h.suites[name] {
			return fmt.Errorf("%s has no case of the suite %s%s", run.Run, name,
				wording.Hint(name, slices.Sorted(maps.Keys(h.suites))))
		}
	}
	return nil
}

// rest passes on the cases that the other run does not have, by name.
func (h *half) rest(take func(*rows.Case) error) error {
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
