package bill

import "slices"

// node is a block of a tree in which prompts with a common beginning share a path, so that each block is looked up
// once, however many prompts came before.
type node struct {
	block block
	first *prompt // the first through here
	ends  *prompt // the first that ends here; nil: none
	next  []*node // by block.compare
}

// found is the earlier prompt that shares most with another one.
type found struct {
	prompt *prompt // nil: there is none
	blocks int     // shared as a whole
	bytes  int     // shared of the block after them
	grew   bool    // one of the two is the beginning of the other
	other  *block  // what the earlier one has in place of the block after the shared ones; nil: it has ended
}

// add adds a prompt, and returns the earlier one that shares most.
func (n *node) add(p *prompt) found {
	best := found{prompt: n.first, grew: true}
	at, known := n, n.first != nil
	if !known {
		n.first = p
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		place, same := at.find(b)
		if known && !same {
			best, known = at.nearest(p, i, place), false
		}
		if !same {
			at.next = slices.Insert(at.next, place, &node{block: *b, first: p})
		}
		at = at.next[place]
		if known {
			best.prompt, best.blocks = at.first, i+1
		}
	}
	if at.ends == nil {
		at.ends = p
	}
	return best
}

// find returns the place of a block among those that follow, and whether it is there.
func (n *node) find(b *block) (place int, same bool) {
	return slices.BinarySearchFunc(n.next, b, func(child *node, b *block) int {
		_, order := child.block.compare(b)
		return order
	})
}

// nearest returns the earlier prompt that shares most with p, whose i-th block is not among those that follow. In their
// order it is a neighbour of that block.
func (n *node) nearest(p *prompt, i, place int) found {
	var best *node
	most := 0
	b := &p.blocks[i]
	for _, child := range n.next[max(place-1, 0):min(place+1, len(n.next))] {
		shared, _ := child.block.compare(b)
		if best == nil || shared > most || shared == most && best.block.role() != b.role() {
			best, most = child, shared
		}
	}
	if best != nil && most > 0 && most == best.block.bytes() && best.ends != nil { // a text that goes on
		return found{prompt: best.ends, blocks: i, bytes: most, grew: true}
	}
	if most > 0 && most == b.bytes() && i == len(p.blocks)-1 { // a text that ends earlier
		return found{prompt: best.first, blocks: i, bytes: most, grew: true}
	}
	if most == 0 && n.ends != nil || best == nil {
		return found{prompt: n.ends, blocks: i, grew: true}
	}
	return found{prompt: best.first, blocks: i, bytes: most, other: &best.block}
}

// role returns the role of a block's message; tools have none.
func (b *block) role() string {
	if b.message == nil {
		return ""
	}
	return b.message.Role
}
