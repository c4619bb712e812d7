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

// samples are the runs of one case in one run: one, unless cases were repeated. They come one after the other.
type samples []*rows.Case

// join passes on each case with that of the other run. Both runs are read side by side: of cases in the same order,
// only one is in memory, even if the other run lacks many; a case elsewhere waits in memory for its counterpart. suites
// maps names of A to those of B, and leaves out all others; if it is empty, names are the same. Cases of B get A's
// names.
func join(ctx context.Context, a, b *Side, suites map[string]string, take func(a, b samples) error) error {
	suiteOfA := map[string]string{}
	for of, other := range suites {
		suiteOfA[other] = of
	}
	same := func(of string) (string, bool) {
		_, chosen := suites[of]
		return of, chosen || len(suites) == 0
	}
	named := func(other string) (string, bool) {
		of, chosen := suiteOfA[other]
		if len(suites) == 0 {
			return other, true
		}
		return of, chosen
	}
	var sides [2]*half
	for i, s := range []*Side{a, b} {
		h, err := newHalf(ctx, s, []func(string) (string, bool){same, named}[i])
		if err != nil {
			return err
		}
		defer h.stop()
		sides[i] = h
	}
	err := errors.Join(sides[0].lacking(a.Run, maps.Keys(suites)), sides[1].lacking(b.Run, maps.Values(suites)))
	if err != nil {
		return err
	}
	for !sides[0].ended || !sides[1].ended {
		i := 0
		if sides[0].ended || !sides[1].ended && len(sides[1].waiting) < len(sides[0].waiting) {
			i = 1
		}
		if err := sides[i].step(sides[1-i], func(c, other samples) error {
			both := [2]samples{c, other}
			return take(both[i], both[1-i])
		}); err != nil {
			return err
		}
	}
	return errors.Join(sides[0].rest(func(c samples) error { return take(c, nil) }),
		sides[1].rest(func(c samples) error { return take(nil, c) }))
}

// half reads one run, and holds its cases that the other one has not had yet.
type half struct {
	next    func() (*rows.Case, error, bool)
	stop    func()
	suiteOf func(string) (of string, chosen bool) // A's name of a suite
	suites  map[string]bool                       // of all its cases
	names   map[uint64]bool                       // of the chosen cases
	waiting map[caseName]samples
	ahead   *rows.Case // the first sample of the case to come; nil: it is not read yet
	ended   bool
}

var errStopped = errors.New("stopped")

func newHalf(ctx context.Context, s *Side, suiteOf func(string) (string, bool)) (*half, error) {
	h := &half{suiteOf: suiteOf, suites: map[string]bool{}, names: map[uint64]bool{},
		waiting: map[caseName]samples{}}
	err := s.names(ctx, func(name caseName) {
		h.suites[name.suite] = true
		if of, chosen := suiteOf(name.suite); chosen {
			h.names[caseName{of, name.id}.key()] = true
		}
	})
	if err != nil {
		return nil, err
	}
	h.next, h.stop = iter.Pull2(func(yield func(*rows.Case, error) bool) {
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
	return h, nil
}

// step reads a case, and passes it on with that of the other run, or alone if the other run has none; else it waits.
func (h *half) step(other *half, take func(c, other samples) error) error {
	c, err := h.read()
	if c == nil || err != nil {
		return err
	}
	name := caseName{c[0].Suite, c[0].Case}
	of, found := other.waiting[name]
	if !found && other.names[name.key()] && !other.ended {
		h.waiting[name] = c
		return nil
	}
	delete(other.waiting, name)
	return take(c, of)
}

// read returns the samples of the next chosen case; nil: there is none.
func (h *half) read() (all samples, err error) {
	for {
		if h.ahead == nil {
			if h.ahead, err = h.readOne(); err != nil {
				return nil, err
			}
		}
		if h.ahead == nil {
			h.ended = true
			return all, nil
		}
		if len(all) > 0 && (h.ahead.Suite != all[0].Suite || h.ahead.Case != all[0].Case) {
			return all, nil
		}
		all, h.ahead = append(all, h.ahead), nil
	}
}

// readOne returns the next sample of a chosen case; nil: there is none.
func (h *half) readOne() (*rows.Case, error) {
	for {
		c, err, more := h.next()
		if err != nil || !more {
			return nil, err
		}
		of, chosen := h.suiteOf(c.Suite)
		if c.Suite = of; chosen && c.Status != result.StatusOrphan {
			return c, nil
		}
	}
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
