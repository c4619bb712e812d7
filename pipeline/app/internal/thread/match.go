package thread

import (
	"cmp"
	"slices"
)

// Bounds of matching.
const (
	mostPairs     = 200 * 200      // pairs of threads that are compared in detail
	leastLikeness = whole * 3 / 10 // of threads that count as the same, changed
)

// numbersOf gives each thread of a stage its number: that of the most similar accepted thread, or else one that the
// golden does not have, counted from 1 in the order of the threads. So an edit renumbers nothing, and what was added is
// visible as such.
func numbersOf(threads []chain, old []oldThread) []int {
	m := matching{threads: threads, old: old, numbers: make([]int, len(threads)), taken: make([]bool, len(old))}
	m.pairUp(sameThreadAndTries)
	m.pairUp(sameThread)
	if m.tooMany() { // after an edit of the system prompt, then one of the user's
		m.pairUp(sameQuestion)
		m.pairUp(sameBeginning)
	}
	if !m.tooMany() {
		m.compare()
	}
	m.numberRest()
	return m.numbers
}

type matching struct {
	threads []chain
	old     []oldThread
	numbers []int  // of threads; 0: none yet
	taken   []bool // of old threads: their number is given
}

func (m *matching) match(thread, old int) {
	m.numbers[thread], m.taken[old] = m.old[old].number, true
}

// left returns the indices of unmatched threads, new and old.
func (m *matching) left() (threads, old []int) {
	for i, n := range m.numbers {
		if n == 0 {
			threads = append(threads, i)
		}
	}
	for i, taken := range m.taken {
		if !taken {
			old = append(old, i)
		}
	}
	return threads, old
}

func (m *matching) tooMany() bool {
	threads, old := m.left()
	return len(threads)*len(old) > mostPairs
}

// likeKey is a key by which a thread is found without a comparison.
type likeKey struct{ a, b, c, d int }

func sameThreadAndTries(c chain) likeKey {
	key := sameThread(c)
	key.d = c.tries()
	return key
}

func sameThread(c chain) likeKey {
	return likeKey{c.last().node(), len(c.first().messages), len(c), 0}
}

// sameQuestion is a key of the last message of a thread's first call.
func sameQuestion(c chain) likeKey {
	messages := c.first().messages
	if len(messages) == 0 {
		return likeKey{a: -1}
	}
	return likeKey{a: messages[len(messages)-1], b: len(messages)}
}

// sameBeginning is a key of a thread's first message.
func sameBeginning(c chain) likeKey {
	messages := c.first().messages
	if len(messages) == 0 {
		return likeKey{a: -1}
	}
	return likeKey{a: messages[0]}
}

// pairUp matches threads with equal keys, in the order of the threads and of the numbers.
func (m *matching) pairUp(key func(chain) likeKey) {
	threads, old := m.left()
	waiting := map[likeKey][]int{}
	for _, i := range old {
		k := key(m.old[i].calls)
		waiting[k] = append(waiting[k], i)
	}
	for _, i := range threads {
		if o, ok := pop(waiting, key(m.threads[i])); ok {
			m.match(i, o)
		}
	}
}

// pair is a thread and a candidate for its old version.
type pair struct {
	thread, old int
	likeness    int
	inPlace     int // equal messages that stand at the same place in both: likeness does not see their order
	apart       int // how much their numbers of steps, tries and messages differ
}

// compare matches the rest by similarity, the best pair first.
func (m *matching) compare() {
	pairs := m.pairs()
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(
			cmp.Compare(b.likeness, a.likeness), cmp.Compare(b.inPlace, a.inPlace), cmp.Compare(a.apart, b.apart),
			cmp.Compare(a.old, b.old), cmp.Compare(a.thread, b.thread),
		)
	})
	for _, p := range pairs {
		if m.numbers[p.thread] == 0 && !m.taken[p.old] {
			m.match(p.thread, p.old)
		}
	}
}

func (m *matching) pairs() []pair {
	threads, old := m.left()
	if len(threads) == 0 || len(old) == 0 {
		return nil
	}
	profiles := make([]profile, 0, len(threads)+len(old))
	for _, i := range threads {
		profiles = append(profiles, profileOf(m.threads[i]))
	}
	for _, o := range old {
		profiles = append(profiles, profileOf(m.old[o].calls))
	}
	withoutShared(profiles)
	var pairs []pair
	for x, i := range threads {
		for y, o := range old {
			likeness := profiles[x].likeness(&profiles[len(threads)+y])
			if likeness >= leastLikeness {
				a, b := m.threads[i], m.old[o].calls
				pairs = append(pairs, pair{i, o, likeness, inPlace(a, b), apart(a, b)})
			}
		}
	}
	return pairs
}

func inPlace(a, b chain) int {
	n, said := 0, b.last().messages
	for i, m := range a.last().messages[:min(len(a.last().messages), len(said))] {
		if m == said[i] {
			n++
		}
	}
	return n
}

func apart(a, b chain) int {
	n := distance(len(a), len(b)) + distance(a.tries(), b.tries())
	for i := range min(len(a), len(b)) {
		n += distance(len(a[i].messages), len(b[i].messages))
	}
	return n
}

func distance(a, b int) int { return max(a-b, b-a) }

// numberRest gives unmatched threads numbers that no old one has.
func (m *matching) numberRest() {
	known := map[int]bool{}
	for _, o := range m.old {
		known[o.number] = true
	}
	next := 1
	for i, n := range m.numbers {
		if n != 0 {
			continue
		}
		for known[next] {
			next++
		}
		m.numbers[i] = next
		next++
	}
}
