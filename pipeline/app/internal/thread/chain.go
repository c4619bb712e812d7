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

// compare orders by content: threads that it finds equal can change places and nobody sees it.
func (c chain) compare(o chain) int {
	return cmp.Or(
		c.last().compareMessages(o.last()), // what a thread said before is the beginning of what it says last
		slices.CompareFunc(c, o, func(a, b *logical) int { return cmp.Compare(len(a.messages), len(b.messages)) }),
		slices.CompareFunc(c, o, func(a, b *logical) int { return cmp.Compare(len(b.tries), len(a.tries)) }),
		slices.CompareFunc(c, o, func(a, b *logical) int { return strings.Compare(a.body, b.body) }),
	)
}
