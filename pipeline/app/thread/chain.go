package thread

import (
	"cmp"
	"slices"
	"strings"
)

// chain are the calls of a thread, the first one first; none is empty.
type chain []*logical

func (c chain) first() *logical { return c[0] }
func (c chain) last() *logical  { return c[len(c)-1] }

// tries is how often its steps were asked.
func (c chain) tries() int {
	n := 0
	for _, l := range c {
		n += len(l.tries)
	}
	return n
}

// chainsOf joins the calls of a stage, in the order of their content, to threads, in the order of theirs.
func chainsOf(calls []*logical, old *golden) []chain {
	asked := map[int][]*logical{} // by node
	for _, l := range calls {
		asked[l.node()] = append(asked[l.node()], l)
	}
	var parents []int // nodes with children
	children := map[int][]*logical{}
	var begin []*logical
	for _, l := range calls {
		parent, ok := l.parent(asked)
		if !ok {
			begin = append(begin, l)
			continue
		}
		if children[parent] == nil {
			parents = append(parents, parent)
		}
		children[parent] = append(children[parent], l)
	}
	for _, parent := range parents {
		begin = append(begin, link(asked[parent], children[parent], old)...)
	}
	threads := make([]chain, len(begin))
	for i, l := range begin {
		for ; l != nil; l = l.next {
			threads[i] = append(threads[i], l)
		}
	}
	slices.SortStableFunc(threads, chain.compare)
	return threads
}

// parent is the node of the longest array that was asked and that the call's begins with.
func (l *logical) parent(asked map[int][]*logical) (node int, ok bool) {
	for i := len(l.path) - 2; i > 0; i-- {
		if len(asked[l.path[i]]) > 0 {
			return l.path[i], true
		}
	}
	return 0, false
}

// link lets one child go on from each parent, in the order of their content, and returns the others: they begin
// threads.
func link(parents, children []*logical, old *golden) (others []*logical) {
	goOn, others := choose(children, len(parents), len(parents[0].messages), old)
	for i, child := range goOn {
		parents[i].next = child
	}
	return others
}

// choose takes n of the children of parents with so many messages: first of all those that went on in the golden.
func choose(children []*logical, n, parent int, old *golden) (goOn, others []*logical) {
	if len(children) <= n {
		return children, nil
	}
	if len(old.threads) == 0 {
		return children[:n], children[n:]
	}
	rank := map[*logical]int{}
	for _, child := range children {
		rank[child] = -old.continues(child, parent)
	}
	best := slices.Clone(children)
	slices.SortStableFunc(best, func(a, b *logical) int { return cmp.Compare(rank[a], rank[b]) })
	chosen := map[*logical]bool{}
	for _, child := range best[:n] {
		chosen[child] = true
	}
	for _, child := range children {
		if chosen[child] {
			goOn = append(goOn, child)
		} else {
			others = append(others, child)
		}
	}
	return goOn, others
}

// compare orders by content: threads that it finds equal can change places and nobody sees it.
func (c chain) compare(o chain) int {
	return cmp.Or(
		c.last().compareMessages(o.last()), // what a thread said before is the beginning of what it says last
		slices.CompareFunc(c, o, func(a, b *logical) int { return cmp.Compare(len(a.messages), len(b.messages)) }),
		slices.CompareFunc(c, o, func(a, b *logical) int { return cmp.Compare(len(b.tries), len(a.tries)) }),
		slices.CompareFunc(c, o, func(a, b *logical) int { return strings.Compare(a.body, b.body) }),
	)
}
