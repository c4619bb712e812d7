package comparison

import (
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/paired"
)

// Sequence compares two runs in progress by the metric cases, as often as one likes: the observations of its e-process
// are the groups of cases that differ.
type Sequence struct {
	seen  paired.Sequential
	cases [2]map[caseName]samples // of A and B since the last look
	names []caseName              // of A's cases, in their order
}

// Add adds a case of A (side 0) or of B (side 1), or a sample of it.
func (s *Sequence) Add(side int, c *rows.Case) {
	if s.cases[side] == nil {
		s.cases[side] = map[caseName]samples{}
	}
	name := caseName{c.Suite, c.Case}
	if side == 0 && s.cases[0][name] == nil {
		s.names = append(s.names, name)
	}
	s.cases[side][name] = append(s.cases[side][name], c)
}

// Look returns what the groups say so far. Both runs must have the same cases, and whole groups.
func (s *Sequence) Look() paired.Sequential {
	differ := map[uint64]float64{}
	var groups []uint64
	for _, name := range s.names {
		a, b := s.cases[0][name], s.cases[1][name]
		if leftOut(a, b) != "" {
			continue
		}
		group := metric.Group(a[0].Result)
		if _, known := differ[group]; !known {
			groups = append(groups, group)
		}
		differ[group] += b.units()[0].Value - a.units()[0].Value // the first one is that of cases
	}
	for _, group := range groups {
		s.seen.Add(paired.Pair{B: differ[group]})
	}
	s.cases, s.names = [2]map[caseName]samples{}, nil
	return s.seen
}
