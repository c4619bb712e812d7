package goldens

import (
	"hash/maphash"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// prefixes finds, for each call, the earlier call of its stage that begins with most of the same messages. It is a tree whose
// edges are messages, with an edge from the root for each stage: each message is looked up once, however many calls came
// before. Two different messages of one hash would only make a file longer.
type prefixes struct {
	seed  maphash.Seed
	nodes map[edge]node
	last  int // id of a node; 0: the root
}

type edge struct {
	from int // id of a node
	hash uint64
}

type node struct {
	id      int
	call    int              // the first that came through here
	message pipeline.Message // of the edge to here
}

func newPrefixes() *prefixes {
	return &prefixes{seed: maphash.MakeSeed(), nodes: map[edge]node{}}
}

// add puts call i into the tree. Before that, the call from, the first in file order, had the longest prefix of its messages
// in common with it: keep of them.
func (p *prefixes) add(i int, c Call) (from, keep int) {
	at, shared := p.step(0, i, pipeline.Message{Role: c.Stage})
	for _, m := range c.Messages {
		var seen bool
		at, seen = p.step(at.id, i, m)
		if shared = shared && seen; shared {
			from, keep = at.call, keep+1
		}
	}
	return from, keep
}

// step follows the edge of a message, and makes it where there is none.
func (p *prefixes) step(from, call int, m pipeline.Message) (to node, seen bool) {
	e := edge{from, p.hash(m)}
	to, taken := p.nodes[e]
	if taken && equalMessages(to.message, m) {
		return to, true
	}
	p.last++
	to = node{id: p.last, call: call, message: m}
	if !taken {
		p.nodes[e] = to
	}
	return to, false
}

func (p *prefixes) hash(m pipeline.Message) uint64 {
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
