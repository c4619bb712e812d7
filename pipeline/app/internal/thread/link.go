package thread

import (
	"cmp"
	"slices"
)

// chainsOf joins the calls of a stage, ordered by content, into threads, ordered likewise.
func chainsOf(calls []*logical, old *golden) []chain {
	asked := map[int][]*logical{} // by node
	for _, l := range calls {
		asked[l.node()] = append(asked[l.node()], l)
	}
	var parents []int // nodes that have children
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

// parent returns the node of the longest requested array that the call's array begins with.
func (l *logical) parent(asked map[int][]*logical) (node int, ok bool) {
	for i := len(l.path) - 2; i > 0; i-- {
		if len(asked[l.path[i]]) > 0 {
			return l.path[i], true
		}
	}
	return 0, false
}

// link continues each parent with one child, in the order of their content, and returns the others: they begin threads.
func link(parents, children []*logical, old *golden) (others []*logical) {
	goOn, others := choose(children, len(parents), len(parents[0].messages), old)
	for i, child := range goOn {
		parents[i].next = child
	}
	return others
}

// choose selects n of the children of parents with so many messages; those that continued in the golden come first.
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
