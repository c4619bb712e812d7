package bill

import "hash/maphash"

// boundary is the end of a block as Anthropic's API counts them: a tool, a text, a tool call.
type boundary struct {
	digest uint64 // of everything up to here
	tokens int    // of everything up to here
	marked bool
}

// boundaries returns the ends of a prompt's blocks.
func (p *prompt) boundaries(e estimates, seed maphash.Seed) []boundary {
	var all []boundary
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteString(p.said.Model + "\x00" + string(p.req.Format))
	tokens := 0
	end := func(n int, marked bool, texts ...string) {
		for _, text := range texts {
			h.WriteString(text)
			h.WriteByte(0)
		}
		tokens += n
		all = append(all, boundary{h.Sum64(), tokens, marked})
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.tool != nil {
			end(b.tokens(e, 0), p.said.Tools[b.tool.Name].Mark != nil, b.tool.Name, b.tool.Description,
				string(b.tool.Parameters))
			continue
		}
		if b.call != nil {
			continue // with its message
		}
		m := b.message
		marks := marksIn(m)
		h.WriteString(m.Role + "\x00" + m.Name + "\x00" + m.ToolCallID + "\x00" + b.fields)
		for j := range m.Sections {
			end(e.of(m.Sections[j].Text), marks[j], m.Sections[j].Text)
		}
		for j := range m.ToolCalls {
			c := &m.ToolCalls[j]
			end(e.of(c.Name)+e.of(c.Arguments), marks[len(m.Sections)+j], c.ID, c.Name, c.Arguments)
		}
	}
	if p.said.Mark != nil && len(all) > 0 {
		all[len(all)-1].marked = true
	}
	return all
}

// lookback is how many blocks, a marked one included, Anthropic's API tries for one that was marked before.
const lookback = 20

// written holds digests of prompts up to a mark of caching.
type written map[uint64]bool

// mark returns how many tokens of a prompt an earlier one has marked, and keeps its own marks; nil: it has none, so
// nothing is read from the cache.
func (w written) mark(e estimates, seed maphash.Seed, p *prompt) *int {
	if !p.marks() {
		return nil
	}
	kept := 0
	all := p.boundaries(e, seed)
	for i := range all {
		for j := i; all[i].marked && j >= 0 && j > i-lookback; j-- {
			if w[all[j].digest] {
				kept = max(kept, all[j].tokens)
				break
			}
		}
	}
	for _, b := range all {
		if b.marked {
			w[b.digest], p.marked = true, b.tokens
		}
	}
	return &kept
}
