package page

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// texts are those of a chunk, and its sections, each once.
type texts struct {
	library *rows.Library
	of      map[string]int // by digest; -1: the run does not hold it
	list    []string
	once    map[string]int // indexes of sections, by all that they have
	parts   []Section
	tokens  []int
	bytes   int
	err     error // of the first text that could not be read
}

func newTexts(library *rows.Library) texts {
	return texts{library: library, of: map[string]int{}, once: map[string]int{}}
}

// index returns the index of a text in the chunk.
func (t *texts) index(digest string) int {
	if i, ok := t.of[digest]; ok {
		return i
	}
	text, tokens, ok, err := t.library.Text(digest)
	if t.err == nil {
		t.err = err
	}
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
	if t.err == nil {
		t.err = err
	}
	return text
}

// section returns the index of a section in the chunk.
func (t *texts) section(name, digest string, sources []rows.SourceRow) int {
	s := Section{Name: name}
	for _, from := range sources {
		s.Sources = append(s.Sources, Source{from.Kind, from.Name, from.Define, from.Path, int(from.Line)})
	}
	key := fmt.Sprintf("%q %s %+v", name, digest, s.Sources)
	if i, ok := t.once[key]; ok {
		return i
	}
	if s.Text = t.index(digest); s.Text >= 0 {
		s.Tokens = t.tokens[s.Text]
	}
	t.once[key] = len(t.parts)
	t.parts = append(t.parts, s)
	t.bytes += len(key)
	return len(t.parts) - 1
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
