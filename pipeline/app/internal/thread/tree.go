package thread

import (
	"hash/maphash"
	"iter"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// tree holds messages arrays by prefix. Each stage has a root, the empty array. Messages are compared once, with those
// of the same hash: after that they are numbers.
type tree struct {
	seed     maphash.Seed
	numbers  map[uint64]int // of a message, by its hash or the first free one behind it
	messages []pipeline.Message
	roots    map[string]int
	arrays
}

func newTree() *tree {
	return &tree{
		seed: maphash.MakeSeed(), numbers: map[uint64]int{}, roots: map[string]int{}, arrays: newArrays(),
	}
}

// place is the position of an array: the nodes of all its prefixes, from the empty one to itself, and the numbers of
// its messages.
type place struct{ path, messages []int }

// node is the node of the array itself.
func (p place) node() int { return p.path[len(p.path)-1] }

// put finds an array's place, and creates it if there is none.
func (t *tree) put(stage string, messages []pipeline.Message) place {
	root, known := t.roots[stage]
	if !known {
		root = t.grow()
		t.roots[stage] = root
	}
	numbers := make([]int, len(messages))
	for i, m := range messages {
		numbers[i] = t.number(m)
	}
	return place{t.walk(root, slices.Values(numbers), len(numbers)), numbers}
}

// arrays holds arrays of numbers by prefix: a node is an array, its edges lead to those that have one number more, and
// an array is one node however often it comes.
type arrays struct {
	nodes map[edge]int
	last  int // node
}

type edge struct{ from, number int }

func newArrays() arrays { return arrays{nodes: map[edge]int{}} }

// walk follows n numbers from a node, and returns all nodes on its way, the first one included.
func (a *arrays) walk(from int, numbers iter.Seq[int], n int) []int {
	path := make([]int, 1, n+1)
	path[0] = from
	for number := range numbers {
		e := edge{from, number}
		to, known := a.nodes[e]
		if !known {
			to = a.grow()
			a.nodes[e] = to
		}
		path = append(path, to)
		from = to
	}
	return path
}

func (a *arrays) grow() int {
	a.last++
	return a.last
}

// number returns the number of a message: equal messages have equal numbers.
func (t *tree) number(m pipeline.Message) int {
	for h := t.hash(m); ; h++ {
		n, taken := t.numbers[h]
		if taken && t.messages[n].Equal(m) {
			return n
		}
		if !taken {
			t.numbers[h] = len(t.messages)
			t.messages = append(t.messages, m)
			return len(t.messages) - 1
		}
	}
}

func (t *tree) hash(m pipeline.Message) uint64 {
	h := uint64(0)
	for _, s := range texts(m) {
		h = h*1_000_003 + maphash.String(t.seed, s)
	}
	return h
}

// texts returns all texts of a message, in a fixed order.
func texts(m pipeline.Message) []string {
	all := make([]string, 0, 4+2*len(m.Sections)+3*len(m.ToolCalls))
	all = append(all, m.Role)
	for _, s := range m.Sections {
		all = append(all, s.Name, s.Text)
	}
	for _, c := range m.ToolCalls {
		all = append(all, c.Name, c.Arguments, c.ID)
	}
	return append(all, m.Name, m.ToolCallID, string(m.Fields))
}
