package page

// sequence writes lists of numbers, from 0, that repeat runs of one another, so that gzip makes them small:
//
//	0    the number that came after the one before when that was there the last time
//	1    the next number that was not there yet
//	n+2  the number n
//
// The lists follow one another without a gap, so [0 1 2] [0 1 2 3] is written as [1 1 1] [2 0 0 1]. Gzip alone sees no
// further back than 32 kB, less than many a prompt has.
type sequence struct {
	after map[int]int
	last  int
	seen  int // different numbers so far
}

func newSequence() sequence { return sequence{after: map[int]int{}, last: -1} }

// add returns a list as it is written.
func (s *sequence) add(list []int) []int {
	written := make([]int, len(list))
	for i, n := range list {
		if next, ok := s.after[s.last]; ok && next == n {
			written[i] = 0
		} else if n == s.seen {
			written[i] = 1
		} else {
			written[i] = n + 2
		}
		s.after[s.last], s.last, s.seen = n, n, max(s.seen, n+1)
	}
	return written
}
