package pipeline

import (
	"hash/maphash"
	"slices"
)

// Prefixes finds, for each messages array of a case, the earlier one of its stage that begins with most of the same
// messages, so that a file need not repeat them. It is a tree whose edges are messages, with an edge from the root for
// each stage: each message is looked up once, however many arrays came before. Two different messages with one hash
// would only make a file longer.
type Prefixes struct {
	seed  maphash.Seed
	nodes map[prefixEdge]prefixNode
	last  int // id of a node; 0: the root
}

type prefixEdge struct {
	from int // id of a node
	hash uint64
}

type prefixNode struct {
	id      int
	array   int     // the first that came through here
	message Message // of the edge to here
}

// NewPrefixes returns an empty tree.
func NewPrefixes() *Prefixes {
	return &Prefixes{seed: maphash.MakeSeed(), nodes: map[prefixEdge]prefixNode{}}
}

// Add puts array i into the tree. Before that, array from, the first of those that were added, had the longest prefix
// in common with it: keep messages.
func (p *Prefixes) Add(i int, stage string, messages []Message) (from, keep int) {
	at, shared := p.step(0, i, Message{Role: stage})
	for _, m := range messages {
		var seen bool
		at, seen = p.step(at.id, i, m)
		if shared = shared && seen; shared {
			from, keep = at.array, keep+1
		}
	}
	return from, keep
}

// Find is what Add would return, and adds nothing.
func (p *Prefixes) Find(stage string, messages []Message) (from, keep int) {
	at, known := p.look(0, Message{Role: stage})
	for _, m := range messages {
		if !known {
			break
		}
		if at, known = p.look(at.id, m); known {
			from, keep = at.array, keep+1
		}
	}
	return from, keep
}

// step follows the edge of a message, and makes it where there is none.
func (p *Prefixes) step(from, array int, m Message) (to prefixNode, seen bool) {
	e := prefixEdge{from, p.hash(m)}
	to, taken := p.nodes[e]
	if taken && to.message.Equal(m) {
		return to, true
	}
	p.last++
	to = prefixNode{id: p.last, array: array, message: m}
	if !taken {
		p.nodes[e] = to
	}
	return to, false
}

// look follows the edge of a message, if there is one.
func (p *Prefixes) look(from int, m Message) (to prefixNode, known bool) {
	to, known = p.nodes[prefixEdge{from, p.hash(m)}]
	return to, known && to.message.Equal(m)
}

func (p *Prefixes) hash(m Message) uint64 {
	var h uint64
	add := func(s string) { h = h*1_000_003 + maphash.String(p.seed, s) }
	add(m.Role)
	add(m.ToolCallID)
	add(m.Name)
	for _, s := range m.Sections {
		add(s.Name)
		add(s.Text)
	}
	for _, c := range m.ToolCalls {
		add(c.ID)
		add(c.Name)
		add(c.Arguments)
	}
	return h
}

// Equal reports whether two messages have the same role, sections, tool calls, tool call id and name.
func (m Message) Equal(o Message) bool {
	return m.Role == o.Role && m.ToolCallID == o.ToolCallID && m.Name == o.Name &&
		slices.EqualFunc(m.Sections, o.Sections, Section.Equal) && slices.Equal(m.ToolCalls, o.ToolCalls)
}
