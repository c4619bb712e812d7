package page

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// texts are those of a chunk, their lines, and its sections, each once.
type texts struct {
	library *rows.Library
	file    func(name string) string // of a template, as people find it
	of      map[string]int           // by digest; -1: the run does not hold it
	tokens  []int                    // of texts
	empty   int                      // the text without a character; -1: there is none
	texts   [][]int                  // their lines
	lines   []string
	line    map[string]int // the indexes of lines
	order   sequence       // of lines
	parts   Sections
	last    int            // the text of the last section
	once    map[string]int // indexes of sections, by all that they have
	used    sequence       // sections of messages
	places  map[Source]int // indexes of sources
	from    sequence       // sources of sections
	sources columns[Source]
	turns   columns[Turn]
	calls   columns[Call]
	tools   columns[Tool]
	events  columns[Event]
	bytes   int   // of lines, keys of sections and lists of numbers
	err     error // of the first text that could not be read, or written
}

func newTexts(library *rows.Library, file func(string) string) texts {
	return texts{library: library, file: file, of: map[string]int{}, empty: -1, once: map[string]int{},
		places: map[Source]int{}, texts: [][]int{}, lines: []string{}, line: map[string]int{},
		order: newSequence(), used: newSequence(), from: newSequence(),
		parts: Sections{Name: []string{}, Text: []int{}, Tokens: []int{}, Sources: [][]int{}}}
}

// fail keeps the first error.
func (t *texts) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// size returns about how many bytes of JSON there are.
func (t *texts) size() int {
	return t.bytes + t.sources.bytes + t.turns.bytes + t.calls.bytes + t.tools.bytes + t.events.bytes
}

// index returns the index of a text in the chunk.
func (t *texts) index(digest string) int {
	if i, ok := t.of[digest]; ok {
		return i
	}
	text, tokens, ok, err := t.library.Text(digest)
	t.fail(err)
	at := -1
	if ok && err == nil {
		at = len(t.texts)
		if text == "" {
			t.empty = at
		}
		t.texts, t.tokens = append(t.texts, t.linesOf(text)), append(t.tokens, tokens)
	}
	t.of[digest] = at
	return at
}

// linesOf returns the lines of a text as a chunk has them.
func (t *texts) linesOf(text string) []int {
	var list []int
	for line := range strings.SplitSeq(text, "\n") {
		i, ok := t.line[line]
		if !ok {
			i = len(t.lines)
			line = strings.Clone(line) // the text itself need not stay in memory
			t.lines, t.line[line], t.bytes = append(t.lines, line), i, t.bytes+len(line)
		}
		list = append(list, i)
	}
	t.bytes += len(list)
	return t.order.add(list)
}

// optional is index of a text that is left out if it is missing or empty.
func (t *texts) optional(digest *string) *int {
	if digest == nil {
		return nil
	}
	i := t.index(*digest)
	if i < 0 || i == t.empty {
		return nil
	}
	return &i
}

// text returns a text, also one that the chunk does not have.
func (t *texts) text(digest string) string {
	text, _, _, err := t.library.Text(digest)
	t.fail(err)
	return text
}

// section returns the index of a section in the chunk.
func (t *texts) section(name, digest string, sources []rows.SourceRow) int {
	from := []int{}
	for _, s := range sources {
		from = append(from, t.source(Source{s.Kind, s.Name, s.Define, s.Path, int(s.Line)}))
	}
	key := fmt.Sprintf("%q %s %v", name, digest, from)
	if i, ok := t.once[key]; ok {
		return i
	}
	text, tokens := t.index(digest), 0
	if text >= 0 {
		tokens = t.tokens[text]
	}
	p, i := &t.parts, len(t.once)
	p.Name, p.Text = append(p.Name, name), append(p.Text, text-t.last)
	p.Tokens, p.Sources = append(p.Tokens, tokens), append(p.Sources, t.from.add(from))
	t.once[key], t.last = i, text
	t.bytes += len(key)
	return i
}

// source returns the index of a source in the chunk: what has a file needs no other name.
func (t *texts) source(s Source) int {
	if s.Path != "" {
		s.Name, s.Define = "", ""
	}
	i, ok := t.places[s]
	if !ok {
		i = t.sources.rows
		t.places[s] = i
		s.Path = t.file(s.Path)
		t.fail(t.sources.add(s))
	}
	return i
}

// shared returns what the cases so far have in common.
func (t *texts) shared() Shared {
	return Shared{Turns: t.turns, Calls: t.calls, Tools: t.tools, Events: t.events, Sections: t.parts,
		Sources: t.sources, Texts: t.texts, Lines: t.lines}
}

func (t *texts) toolCalls(all []rows.ToolCallRow) []ToolCall {
	var calls []ToolCall
	for _, c := range all {
		calls = append(calls, ToolCall{c.Name, t.index(c.Arguments)})
	}
	return calls
}

// deref returns what p points to, or the zero value.
func deref[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
