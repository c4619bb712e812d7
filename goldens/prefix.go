package goldens

import (
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// prefixes finds, for each call, the earlier call of its stage that begins with most of the same messages. It is a tree whose
// edges are messages, with a root for each stage: each message is looked up once, however many calls came before.
type prefixes struct {
	nodes map[edge]node
	buf   []byte
}

type edge struct {
	from    int // id of a node; 0: the root
	message string
}

type node struct {
	id   int
	call int // the first that came through here
}

func newPrefixes() *prefixes { return &prefixes{nodes: map[edge]node{}} }

// add puts call i into the tree. Before that, the call from, the first in file order, had the longest prefix of its messages
// in common with it: keep of them.
func (p *prefixes) add(i int, c Call) (from, keep int) {
	at, shared := p.step(0, i, []byte(c.Stage))
	for _, m := range c.Messages {
		var seen bool
		p.buf = appendIdentity(p.buf[:0], m)
		if at, seen = p.step(at.id, i, p.buf); seen && shared {
			keep, from = keep+1, at.call
		} else {
			shared = false
		}
	}
	return from, keep
}

// step follows the edge, and makes it where there is none.
func (p *prefixes) step(from, call int, message []byte) (to node, seen bool) {
	if to, seen = p.nodes[edge{from, string(message)}]; !seen {
		to = node{id: len(p.nodes) + 1, call: call}
		p.nodes[edge{from, string(message)}] = to
	}
	return to, seen
}

// appendIdentity appends bytes that two messages share only when they are equal.
func appendIdentity(b []byte, m pipeline.Message) []byte {
	b = appendString(b, m.Role)
	b = appendString(b, m.ToolCallID)
	b = appendString(b, m.Name)
	b = append(strconv.AppendInt(b, int64(len(m.Sections)), 10), ';')
	for _, s := range m.Sections {
		b = appendString(b, s.Name)
		b = appendString(b, s.Text)
	}
	for _, c := range m.ToolCalls {
		b = appendString(b, c.ID)
		b = appendString(b, c.Name)
		b = appendString(b, c.Arguments)
	}
	return b
}

func appendString(b []byte, s string) []byte {
	b = append(strconv.AppendInt(b, int64(len(s)), 10), ':')
	return append(b, s...)
}
