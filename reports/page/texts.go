package page

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// shortest is the number of bytes up to which a line by itself takes no more room than two numbers.
const shortest = 6

// texts are those of a chunk, and its sections, each once.
type texts struct {
	library *rows.Library
	of      map[string]int // by digest; -1: the run does not hold it
	list    []string
	parts   Sections
	last    int            // the text of the last section
	once    map[string]int // indexes of sections, by all that they have
	sources []Source
	places  map[Source]int // their indexes
	tokens  []int
	turns   columns[Turn]
	calls   columns[Call]
	tools   columns[Tool]
	bytes   int   // of texts and keys of sections
	err     error // of the first text that could not be read, or written
}

func newTexts(library *rows.Library) texts {
	return texts{library: library, of: map[string]int{}, once: map[string]int{}, places: map[Source]int{},
		list: []string{}, sources: []Source{},
		parts: Sections{Name: []string{}, Text: []int{}, Tokens: []int{}, Sources: [][]int{}}}
}

// fail keeps the first error.
func (t *texts) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// size returns about how many bytes of JSON there are.
func (t *texts) size() int { return t.bytes + t.turns.bytes + t.calls.bytes + t.tools.bytes }

// index returns the index of a text in the chunk.
func (t *texts) index(digest string) int {
	if i, ok := t.of[digest]; ok {
		return i
	}
	text, tokens, ok, err := t.library.Text(digest)
	t.fail(err)
	at := -1
	if ok && err == nil {
		at = len(t.list)
		t.list, t.tokens, t.bytes = append(t.list, text), append(t.tokens, tokens), t.bytes+len(text)
	}
	t.of[digest] = at
	return at
}

// optional is index of a text that is left out if it is missing or empty.
func (t *texts) optional(digest *string) *int {
	if digest == nil {
		return nil
	}
	i := t.index(*digest)
	if i < 0 || t.list[i] == "" {
		return nil
	}
	return &i
}

// text returns a text, also one that the chunk does not have.
func (t *texts) text(digest string) string {
	if i, ok := t.of[digest]; ok && i >= 0 {
		return t.list[i]
	}
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
	p.Tokens, p.Sources = append(p.Tokens, tokens), append(p.Sources, from)
	t.once[key], t.last = i, text
	t.bytes += len(key)
	return i
}

// source returns the index of a source in the chunk.
func (t *texts) source(s Source) int {
	i, ok := t.places[s]
	if !ok {
		i = len(t.sources)
		t.sources, t.places[s] = append(t.sources, s), i
	}
	return i
}

// shared returns what the cases so far have in common.
func (t *texts) shared() Shared {
	return Shared{Turns: t.turns, Calls: t.calls, Tools: t.tools, Sections: t.parts, Sources: t.sources,
		Texts: folded(t.list)}
}

// folded returns texts as a chunk has them.
func folded(texts []string) [][]any {
	list := make([][]any, len(texts))
	var known []string // all lines so far
	first := map[string]int{}
	for n, text := range texts {
		lines := strings.Split(text, "\n")
		for len(lines) > 0 {
			at, ok := first[lines[0]]
			same := 0
			for ok && same < len(lines) && at+same < len(known) && known[at+same] == lines[same] {
				same++
			}
			if same > 1 || same == 1 && len(lines[0]) > shortest {
				list[n] = append(list[n], at, same)
			} else {
				same = 1
				list[n] = append(list[n], lines[0])
			}
			for _, line := range lines[:same] {
				if _, ok := first[line]; !ok {
					first[line] = len(known)
				}
				known = append(known, line)
			}
			lines = lines[same:]
		}
	}
	return list
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
