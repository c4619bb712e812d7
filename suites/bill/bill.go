// Package bill measures how much of each prompt an earlier call has sent too, which a provider's cache can keep, where
// that beginning ends, and what could be kept. The rules of providers are data.
package bill

import (
	"hash/maphash"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Measure sets the Prefix of every call of a system, from its prompts as they are kept: without secrets and text that
// differs from run to run. Calls come in the order of the trace.
func Measure(t *trace.Trace, m *secrets.Masker) {
	c := New()
	for s := range t.Own() {
		if s.Call == nil {
			continue
		}
		req := model.Masked(m, s.Call.Request)
		req.Path, req.Stage = s.Call.Path, s.Call.Stage
		prefix := c.Add(&req)
		s.Call.Prefix = &prefix
	}
}

// Case compares the requests of one case with each other. It keeps all of them.
type Case struct {
	seed   maphash.Seed
	tokens estimates
	stages map[string]*stage
	slots  map[string]*prompt // the last prompt of each model
}

// New returns a case without a request.
func New() *Case {
	return &Case{seed: maphash.MakeSeed(), tokens: estimates{},
		stages: map[string]*stage{}, slots: map[string]*prompt{}}
}

// stage holds what the calls of a stage have sent.
type stage struct {
	last    *prompt
	roots   map[string]*node // by model and schema of the answer
	sent    map[uint64]int   // tokens by digest of a text, a tool or a tool call; -1: not estimated yet
	written written
	byPath  map[string]*prompt
}

// Add adds the next request, and returns what it shares with those before. The request must not be changed afterwards.
func (c *Case) Add(req *pipeline.Request) trace.Prefix {
	p := newPrompt(req)
	s := c.stages[req.Stage]
	if s == nil {
		s = &stage{roots: map[string]*node{}, sent: map[uint64]int{}, written: written{},
			byPath: map[string]*prompt{}}
		c.stages[req.Stage] = s
	}
	var of trace.Prefix
	for i := range p.blocks {
		of.Prompt += p.blocks[i].bytes()
	}
	s.compare(c.tokens, p, &of)
	of.Most = max(of.Tokens, s.send(c.tokens, c.seed, p))
	of.Marked = s.written.mark(c.tokens, c.seed, p)
	if before := s.byPath[of.Of]; before != nil {
		of.Before = before.marked
	}
	s.byPath[req.Path] = p
	if before := c.slots[p.said.Model]; before != nil {
		of.Slot = sharedTokens(c.tokens, p.blocks, before.blocks)
	}
	c.slots[p.said.Model] = p
	s.last = p
	return of
}

// compare fills in what the prompt shares with the earlier one of its stage that shares most.
func (s *stage) compare(e estimates, p *prompt, of *trace.Prefix) {
	key := p.said.Model + "\x00" + string(p.req.Format)
	root := s.roots[key]
	if root == nil {
		root = &node{}
		s.roots[key] = root
		if s.last != nil {
			of.Of, of.End.Why = s.last.req.Path, trace.EndParameters
		}
	}
	best := root.add(p)
	if best.prompt == nil {
		return
	}
	of.Of = best.prompt.req.Path
	for i := range p.blocks[:best.blocks] {
		of.Bytes += p.blocks[i].bytes()
		of.Tokens += p.blocks[i].tokens(e, p.blocks[i].bytes())
	}
	if best.bytes > 0 {
		of.Bytes += best.bytes
		of.Tokens += p.blocks[best.blocks].tokens(e, best.bytes)
	}
	of.Last = of.Tokens
	if of.End.Why = trace.EndGrew; best.grew {
		return
	}
	of.End = p.end(best)
	if of.End.Why == trace.EndText {
		of.Last = max(of.Tokens, p.ifLast(e, best.prompt, of.End))
	}
}

// send returns how many tokens of a prompt the stage has sent before, in whatever order, and keeps its texts.
func (s *stage) send(e estimates, seed maphash.Seed, p *prompt) int {
	sum, all := 0, 0
	again := func(digest uint64, tokens func() int) {
		switch n, sent := s.sent[digest]; {
		case !sent:
			s.sent[digest] = -1
		case n < 0:
			s.sent[digest] = tokens()
			fallthrough
		default:
			sum += s.sent[digest]
		}
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		all += b.tokens(e, b.bytes())
		if !b.isText() {
			again(digestOf(seed, b), func() int { return b.tokens(e, 0) })
			continue
		}
		for j := range b.message.Sections {
			for _, piece := range b.message.Sections[j].Pieces() {
				again(maphash.String(seed, piece.Text), func() int { return pipeline.EstimateTokens(piece.Text) })
			}
		}
	}
	return min(sum, all)
}

func digestOf(seed maphash.Seed, b *block) uint64 {
	if b.tool != nil {
		return maphash.Comparable(seed, [3]string{b.tool.Name, b.tool.Description, string(b.tool.Parameters)})
	}
	return maphash.Comparable(seed, [2]string{b.call.Name, b.call.Arguments})
}
