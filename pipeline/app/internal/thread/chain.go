package thread

import (
	"cmp"
	"slices"
	"strings"
)

// chain is the calls of a thread in order; none is empty.
type chain []*logical

func (c chain) first() *logical { return c[0] }
func (c chain) last() *logical  { return c[len(c)-1] }

// tries returns how often its steps were asked.
func (c chain) tries() int {
	n := 0
	for _, l := range c {
		n += len(l.tries)
	}
	return n
}

// compare orders by content: swapping threads that compare equal has no visible effect.
func (c chain) compare(o chain) int {
	return cmp.Or(
		c.last().compareMessages(o.last()), // a thread's last array begins with the earlier ones
		slices.CompareFunc(c, o, func(a, b *logical) int { return cmp.Compare(len(a.messages), len(b.messages)) }),
		slices.CompareFunc(c, o, func(a, b *logical) int { return cmp.Compare(len(b.tries), len(a.tries)) }),
		slices.CompareFunc(c, o, func(a, b *logical) int { return strings.Compare(a.body, b.body) }),
	)
}
