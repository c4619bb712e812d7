package thread

import (
	"cmp"
	"iter"
	"slices"
)

// golden is the accepted calls of a stage.
type golden struct {
	threads []oldThread // by number

	ends     arrays               // reversed messages arrays
	known    map[ending][]oldCall // nil: not built yet, since few stages need it
	compared int                  // calls compared by the messages before a known ending
}

// mostCompared bounds how many calls are compared by the messages before a shared ending.
const mostCompared = 200

// oldCall is a call of a golden. It begins its thread or continues it.
type oldCall struct {
	*logical
	goesOn bool
}

// oldThread is a thread of a golden.
type oldThread struct {
	number int
	calls  chain
}

// ending is the part of an array after its first behind messages: a node of golden.ends.
type ending struct{ node, behind int }

func goldenOf(t *tree, accepted []Accepted) *golden {
	g := &golden{}
	sorted := slices.Clone(accepted)
	slices.SortStableFunc(sorted, func(a, b Accepted) int {
		return cmp.Or(
			cmp.Compare(a.Name.Thread, b.Name.Thread), cmp.Compare(a.Name.Step, b.Name.Step),
			cmp.Compare(a.Name.Try, b.Name.Try),
		)
	})
	for i, a := range sorted {
		l := &logical{place: t.put(a.Stage, a.Messages), all: a.Messages, tries: []int{i}}
		switch {
		case i == 0 || sorted[i-1].Name.Thread != a.Name.Thread:
			g.threads = append(g.threads, oldThread{a.Name.Thread, chain{l}})
		case sorted[i-1].Name.Step != a.Name.Step:
			last := &g.threads[len(g.threads)-1]
			last.calls = append(last.calls, l)
		default:
			again := g.threads[len(g.threads)-1].calls.last()
			again.tries = append(again.tries, i)
		}
	}
	return g
}

// note records all endings of all calls.
func (g *golden) note() {
	g.ends, g.known = newArrays(), map[ending][]oldCall{}
	for _, t := range g.threads {
		for i, l := range t.calls {
			g.keep(oldCall{l, i > 0})
		}
	}
}

func (g *golden) keep(c oldCall) {
	for n, node := range g.ends.walk(0, backwards(c.messages), len(c.messages)) {
		e := ending{node, len(c.messages) - n}
		g.known[e] = append(g.known[e], c)
	}
}

func backwards(list []int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, v := range slices.Backward(list) {
			if !yield(v) {
				return
			}
		}
	}
}

// continues returns a number above 0 if the golden has the call as one that continues its parent's thread, one below 0
// if it begins a thread there, and 0 if nothing is known. The longest ending in the golden decides, since the messages
// before it may have been edited. It has at least the call's messages after those of its parent.
func (g *golden) continues(l *logical, parent int) int {
	if g.known == nil {
		g.note()
	}
	path := g.ends.walk(0, backwards(l.messages), len(l.messages))
	for behind := range parent + 1 {
		e := ending{path[len(l.messages)-behind], behind}
		if known := g.known[e]; len(known) > 0 {
			return g.vote(l, known, behind) * (parent + 1 - behind)
		}
	}
	return 0
}

// vote returns what calls with the ending of l did: 1: continued, -1: began a thread, 0: both. Only those count whose
// messages before the ending are most like those of l.
func (g *golden) vote(l *logical, known []oldCall, behind int) int {
	first := known[0].goesOn
	if !slices.ContainsFunc(known, func(c oldCall) bool { return c.goesOn != first }) {
		return sign(first, !first)
	}
	if g.compared += len(known); behind == 0 || g.compared > mostCompared {
		return 0
	}
	best, goesOn, begins := -1, false, false
	words := newBag(wordsOf(l.all[:behind]))
	for _, c := range known {
		common := words.share(newBag(wordsOf(c.all[:behind])))
		if common > best {
			best, goesOn, begins = common, false, false
		}
		if common == best {
			goesOn, begins = goesOn || c.goesOn, begins || !c.goesOn
		}
	}
	return sign(goesOn, begins)
}

func sign(up, down bool) int {
	switch {
	case up == down:
		return 0
	case up:
		return 1
	}
	return -1
}
