// Package prefix finds the common prefix of a messages array and an earlier one, so that files need not repeat it.
package prefix

import (
	"hash/maphash"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Tree finds, for each messages array of a case, the earlier one of its stage with the longest common prefix, so that a
// file need not repeat that. It is a tree whose edges are messages, with an edge from the root for each stage: each
// message is looked up once, however many arrays came before. A hash collision of two messages would only make a file
// longer.
type Tree struct {
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
	array   int              // the first array through this node
	message pipeline.Message // of the edge to here
}

// New returns an empty tree.
func New() *Tree {
	return &Tree{seed: maphash.MakeSeed(), nodes: map[edge]node{}}
}

// Add adds array i to the tree. from is the earlier array with the longest common prefix, the first of those that were
// added, and keep the length of that prefix in messages.
func (t *Tree) Add(i int, stage string, messages []pipeline.Message) (from, keep int) {
	at, shared := t.step(0, i, pipeline.Message{Role: stage})
	for _, m := range messages {
		var seen bool
		at, seen = t.step(at.id, i, m)
		if shared = shared && seen; shared {
			from, keep = at.array, keep+1
		}
	}
	return from, keep
}

// Find returns what Add would return, and adds nothing.
func (t *Tree) Find(stage string, messages []pipeline.Message) (from, keep int) {
	at, known := t.look(0, pipeline.Message{Role: stage})
	for _, m := range messages {
		if !known {
			break
		}
		if at, known = t.look(at.id, m); known {
			from, keep = at.array, keep+1
		}
	}
	return from, keep
}

// step follows the edge of a message, and creates it if there is none.
func (t *Tree) step(from, array int, m pipeline.Message) (to node, seen bool) {
	e := edge{from, t.hash(m)}
	to, taken := t.nodes[e]
	if taken && to.message.Equal(m) {
		return to, true
	}
	t.last++
	to = node{id: t.last, array: array, message: m}
	if !taken {
		t.nodes[e] = to
	}
	return to, false
}

// look follows the edge of a message, if there is one.
func (t *Tree) look(from int, m pipeline.Message) (to node, known bool) {
	to, known = t.nodes[edge{from, t.hash(m)}]
	return to, known && to.message.Equal(m)
}

func (t *Tree) hash(m pipeline.Message) uint64 {
	var h uint64
	add := func(s string) { h = h*1_000_003 + maphash.String(t.seed, s) }
	add(m.Role)
	add(m.ToolCallID)
	add(m.Name)
	add(string(m.Fields))
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
