package bill

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// block is a part of a prompt that is shared as a whole or, if it is text, from its beginning: a tool, the text of a
// message, or a tool call of one.
type block struct {
	number  int                // of the message, from 1; 0: a tool
	tool    *pipeline.Tool     // nil: not a tool
	call    *pipeline.ToolCall // nil: not a tool call
	message *pipeline.Message  // of the text or call
	fields  string             // of the message, without marks of caching
}

// blocksOf returns the blocks of a request in the order in which providers cache.
func blocksOf(req *pipeline.Request) []block {
	blocks := make([]block, 0, len(req.Tools)+len(req.Messages))
	for i := range req.Tools {
		blocks = append(blocks, block{tool: &req.Tools[i]})
	}
	for i := range req.Messages {
		m := &req.Messages[i]
		blocks = append(blocks, block{number: i + 1, message: m, fields: withoutMarks(m.Fields)})
		for j := range m.ToolCalls {
			blocks = append(blocks, block{number: i + 1, message: m, call: &m.ToolCalls[j]})
		}
	}
	return blocks
}

// isText reports whether the block is the text of a message.
func (b *block) isText() bool { return b.tool == nil && b.call == nil }

func (b *block) bytes() int {
	switch {
	case b.tool != nil:
		return len(b.tool.Name) + len(b.tool.Description) + len(b.tool.Parameters)
	case b.call != nil:
		return len(b.call.Name) + len(b.call.Arguments)
	}
	n := 0
	for i := range b.message.Sections {
		n += len(b.message.Sections[i].Text)
	}
	return n
}

// tokens estimates the first bytes of a text, or the whole of another block, section by section as
// pipeline.Request.EstimatedTokens does.
func (b *block) tokens(e estimates, first int) int {
	switch {
	case b.tool != nil:
		return e.of(b.tool.Name) + e.of(b.tool.Description) + e.of(string(b.tool.Parameters))
	case b.call != nil:
		return e.of(b.call.Name) + e.of(b.call.Arguments)
	}
	n := 0
	for i := range b.message.Sections {
		text := b.message.Sections[i].Text
		if len(text) >= first {
			return n + e.of(text[:first])
		}
		n += e.of(text)
		first -= len(text)
	}
	return n
}

// estimates holds estimated tokens by text: a conversation sends the same texts again and again.
type estimates map[string]int

func (e estimates) of(text string) int {
	n, known := e[text]
	if !known {
		n = pipeline.EstimateTokens(text)
		e[text] = n
	}
	return n
}

// kind orders blocks that have nothing in common.
func (b *block) kind() int {
	switch {
	case b.tool != nil:
		return 0
	case b.call != nil:
		return 1
	}
	return 2
}

// head compares what must be equal before any text is shared.
func (b *block) head(o *block) int {
	if c := cmp.Compare(b.kind(), o.kind()); c != 0 {
		return c
	}
	switch {
	case b.tool != nil:
		return cmp.Or(strings.Compare(b.tool.Name, o.tool.Name),
			strings.Compare(b.tool.Description, o.tool.Description),
			strings.Compare(string(b.tool.Parameters), string(o.tool.Parameters)))
	case b.call != nil:
		return cmp.Or(strings.Compare(b.call.Name, o.call.Name), strings.Compare(b.call.ID, o.call.ID),
			strings.Compare(b.call.Arguments, o.call.Arguments))
	}
	m, n := b.message, o.message
	return cmp.Or(strings.Compare(m.Role, n.Role), strings.Compare(m.Name, n.Name),
		strings.Compare(m.ToolCallID, n.ToolCallID), strings.Compare(b.fields, o.fields))
}

// compare orders blocks so that those with a long common beginning are neighbours. shared is the length of that
// beginning in bytes, in whole characters; of tools and tool calls it is 0, unless they are equal.
func (b *block) compare(o *block) (shared, order int) {
	if order = b.head(o); order != 0 {
		return 0, order
	}
	if !b.isText() {
		return b.bytes(), 0
	}
	return sharedText(b.message.Sections, o.message.Sections)
}

// sharedText compares two texts, whatever sections they are divided into.
func sharedText(a, b []pipeline.Section) (shared, order int) {
	var x, y string
	for {
		for x == "" && len(a) > 0 {
			x, a = a[0].Text, a[1:]
		}
		for y == "" && len(b) > 0 {
			y, b = b[0].Text, b[1:]
		}
		if x == "" || y == "" {
			return shared, cmp.Compare(len(x), len(y))
		}
		n := min(len(x), len(y))
		if x[:n] != y[:n] {
			at := differsAt(x[:n], y[:n])
			order = cmp.Compare(x[at], y[at])
			for at > 0 && !utf8.RuneStart(x[at]) {
				at--
			}
			return shared + at, order
		}
		x, y, shared = x[n:], y[n:], shared+n
	}
}

// differsAt returns the first byte at which two different texts of one length differ.
func differsAt(a, b string) int {
	low, high := 0, len(a) // a[:low] == b[:low], and a[:high] != b[:high]
	for high-low > 1 {
		mid := (low + high) / 2
		if a[low:mid] == b[low:mid] {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}
