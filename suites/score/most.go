package score

// MostPairs pairs as many of n things with m others as possible, each with one that it fits (augmenting paths, Kuhn's
// algorithm). It returns for each the index of its other, -1 for none; earlier things and others take precedence.
func MostPairs(b *Budget, n, m int, fits func(i, j int) bool) ([]int, error) {
	k := matcher{Budget: b, fits: fits, pairs: unpaired(n), taken: unpaired(m)}
	for i := range n {
		k.seen = make([]bool, m)
		if _, err := k.pair(i); err != nil {
			return nil, err
		}
	}
	return k.pairs, nil
}

type matcher struct {
	*Budget
	fits         func(i, j int) bool
	pairs, taken []int
	seen         []bool // others visited in this round
}

// pair finds an other for i, if necessary by reassigning the thing that has it.
func (k *matcher) pair(i int) (bool, error) {
	if err := k.Spend(1 + len(k.seen)); err != nil {
		return false, err
	}
	for j := range k.seen {
		if k.seen[j] || !k.fits(i, j) {
			continue
		}
		k.seen[j] = true
		free := k.taken[j] < 0
		if !free {
			var err error
			if free, err = k.pair(k.taken[j]); err != nil {
				return false, err
			}
		}
		if free {
			k.pairs[i], k.taken[j] = j, i
			return true, nil
		}
	}
	return false, nil
}

func unpaired(n int) []int {
	pairs := make([]int, n)
	for i := range pairs {
		pairs[i] = -1
	}
	return pairs
}
