package bill

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// end returns the place at which the prompt goes on otherwise than the earlier one that was found.
func (p *prompt) end(best found) trace.PrefixEnd {
	b := &p.blocks[best.blocks]
	switch {
	case b.tool != nil:
		return trace.PrefixEnd{Why: trace.EndTools, Source: b.tool.Source(), Text: pipeline.TextTool}
	case best.other.tool != nil:
		return trace.PrefixEnd{Why: trace.EndTools, Source: best.other.tool.Source(), Text: pipeline.TextTool}
	case b.call != nil:
		return trace.PrefixEnd{Why: trace.EndText, Message: b.number, Source: b.message.Source,
			Text: cmp.Or(b.message.Source.Kind, pipeline.TextCode)}
	case b.head(best.other) != 0:
		end := p.textEnd(b, 0)
		end.Why = trace.EndRole
		return end
	}
	return p.textEnd(b, best.bytes)
}

// textEnd names the section of a message's text at a byte, and where it is from.
func (p *prompt) textEnd(b *block, at int) trace.PrefixEnd {
	end := trace.PrefixEnd{Why: trace.EndText, Message: b.number, Text: pipeline.TextCode}
	for i := range b.message.Sections {
		s := &b.message.Sections[i]
		if end.Section = s.Name; at < len(s.Text) || i == len(b.message.Sections)-1 {
			end.Source, end.Line, end.Text = sourceAt(s.Pieces(), min(at, len(s.Text)))
			break
		}
		at -= len(s.Text)
	}
	return end
}

// sourceAt returns the template around a byte of a text, with the line that prints it, and the kind of the text there.
// Without a template it is the source of the text.
func sourceAt(pieces pipeline.Pieces, at int) (source pipeline.TextSource, line int, kind pipeline.TextKind) {
	if len(pieces) == 0 {
		return source, 0, pipeline.TextCode
	}
	here := 0
	for here < len(pieces)-1 && at >= len(pieces[here].Text) {
		at -= len(pieces[here].Text)
		here++
	}
	piece := &pieces[here]
	kind = cmp.Or(piece.Source.Kind, pipeline.TextCode)
	if kind == pipeline.TextTemplate {
		return piece.Source, piece.Behind(min(at, len(piece.Text))), kind
	}
	for i := here - 1; i >= 0; i-- {
		if before := &pieces[i]; before.Source.Kind == pipeline.TextTemplate {
			return before.Source, before.Behind(len(before.Text)), kind
		}
	}
	for i := range pieces[here:] {
		if after := &pieces[here+i]; after.Source.Kind == pipeline.TextTemplate {
			return after.Source, after.Line, kind
		}
	}
	return piece.Source, piece.Behind(min(at, len(piece.Text))), kind
}

// ifLast returns how many tokens the prompt would share with an earlier one if the section at which it ends stood last
// in both. A message that is nothing but this section stays where it is: its place is its meaning.
func (p *prompt) ifLast(e estimates, before *prompt, end trace.PrefixEnd) int {
	a, ok := without(p.blocks, end)
	if !ok {
		return 0
	}
	b, _ := without(before.blocks, end)
	return sharedTokens(e, a, b)
}

// without returns the blocks without a section; ok is false if its message has no other one.
func without(blocks []block, end trace.PrefixEnd) (rest []block, ok bool) {
	rest = make([]block, len(blocks))
	copy(rest, blocks)
	for i := range rest {
		b := &rest[i]
		if b.number != end.Message || !b.isText() {
			continue
		}
		m := *b.message
		m.Sections = nil
		for _, s := range b.message.Sections {
			if s.Name != end.Section {
				m.Sections = append(m.Sections, s)
			}
		}
		ok = len(m.Sections) > 0
		b.message = &m
	}
	return rest, ok
}
