package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Take reports whether an edit, an atom of a part, is applied. A part that came, went, moved or was renamed is applied
// as a whole, with the atom of its first hunk, or an empty one if it has none.
type Take func(p *Part, a Atom) bool

// Apply returns the old calls with some of the edits that [Compare] finds between them and the new ones. All edits
// together make the new file, none the old one.
//
// A separator after a section that changes because another section follows, or none, is no edit: it follows from the
// applied edits.
func Apply(old, new *goldens.File, known *Known, take Take) (*goldens.File, error) {
	a := &applying{parts: Compare(old, new, known), take: take}
	var calls []ordered[goldens.Call]
	for _, p := range goldens.PairCalls(old, new) {
		at := diff.Pairing{Old: indexOf(old, p.Old), New: indexOf(new, p.New), Moved: p.Moved}
		switch {
		case p.Old == nil:
			if a.next() {
				calls = append(calls, ordered[goldens.Call]{*p.New, at, true})
			}
		case p.New == nil:
			if !a.next() {
				calls = append(calls, ordered[goldens.Call]{*p.Old, at, false})
			}
		case isUnkept(p.Old, p.New):
			it := ordered[goldens.Call]{*p.Old, at, a.next()}
			if it.edited {
				it.item = *p.New
			}
			calls = append(calls, it)
		case !p.Old.Equal(*p.New):
			before := a.taken
			call := a.call(p.Old, p.New)
			calls = append(calls, ordered[goldens.Call]{call, at, a.taken > before})
		default:
			calls = append(calls, ordered[goldens.Call]{*p.Old, at, p.Moved && a.next()})
		}
	}
	if a.at != len(a.parts) {
		return nil, fmt.Errorf("edit: %d parts were compared, %d applied", len(a.parts), a.at)
	}
	return &goldens.File{Version: new.Version, Suite: new.Suite, Case: new.Case, From: new.From,
		Calls: inOrder(calls)}, nil
}

// applying walks through two files like Compare, and meets the parts found by Compare in the same order.
type applying struct {
	parts []Part
	take  Take
	at    int
	taken int // edits so far
}

// takes reports whether an edit is applied, and counts it.
func (a *applying) takes(p *Part, atom Atom) bool {
	if !a.take(p, atom) {
		return false
	}
	a.taken++
	return true
}

// next reports whether the next part is applied as a whole.
func (a *applying) next() bool {
	p := &a.parts[a.at]
	a.at++
	var first Atom
	if len(p.Hunks) > 0 {
		first = p.Hunks[0].Atoms[0]
	}
	return a.takes(p, first)
}

// any reports whether one of the next n parts is applied.
func (a *applying) any(n int) bool {
	taken := false
	for range n {
		taken = a.next() || taken
	}
	return taken
}

// call applies the taken edits of a call.
func (a *applying) call(old, new *goldens.Call) goldens.Call {
	merged := *old
	merged.Messages = a.messages(old.Messages, new.Messages)
	merged.Tools = applyItems(a, old.Tools, new.Tools, toolName, toolText, pipeline.Tool.Source)
	format := pipeline.TextSource{Kind: pipeline.TextFormat, Define: new.Stage}
	before, after := goldens.JSONText(old.Format), goldens.JSONText(new.Format)
	if a.any(len(textParts(Part{}, before, format.Of(after), format))) {
		merged.Format = new.Format
	}
	before, after = goldens.JSONText(old.Parameters), goldens.JSONText(new.Parameters)
	if a.any(len(textParts(Part{}, before, code.Of(after), code))) {
		merged.Parameters = new.Parameters
	}
	if old.Stage != new.Stage && a.any(len(textParts(Part{}, old.Stage, code.Of(new.Stage), code))) {
		merged.Stage = new.Stage
	}
	return merged
}

func (a *applying) messages(old, new []pipeline.Message) []pipeline.Message {
	var merged []ordered[pipeline.Message]
	for _, p := range pairMessages(old, new) {
		m, edited, there := a.message(old, new, p)
		if there {
			merged = append(merged, ordered[pipeline.Message]{m, p, edited})
		}
	}
	return inOrder(merged)
}

// message applies the taken edits of a pair of messages. It reports whether there are any, and whether a message
// results.
func (a *applying) message(old, new []pipeline.Message, p diff.Pairing) (m pipeline.Message, edited, there bool) {
	var before, after pipeline.Message
	if p.Old >= 0 {
		before = old[p.Old]
	}
	if p.New >= 0 {
		after = new[p.New]
	}
	if p.Moved {
		if a.next() {
			return after, true, true
		}
		return before, false, true
	}
	begun, taken := a.at, a.taken
	m = before
	if p.Old < 0 {
		m = after
	}
	m.Sections = a.sections(before.Sections, after.Sections)
	source := sourceOfMessage(after)
	m.ToolCalls = applyItems(a, before.ToolCalls, after.ToolCalls, callName, callText,
		func(pipeline.ToolCall) pipeline.TextSource { return source })
	if p.Old >= 0 && p.New >= 0 {
		if meta(before) != meta(after) && a.any(len(textParts(Part{}, meta(before), source.Of(meta(after)), source))) {
			m.Role, m.ToolCallID, m.Name, m.Fields = after.Role, after.ToolCallID, after.Name, after.Fields
		}
		return m, a.taken > taken, true
	}
	if a.at == begun { // a message without content
		there = a.next() == (p.Old < 0)
	} else {
		there = len(m.Sections)+len(m.ToolCalls) > 0
	}
	return m, p.Old < 0, there
}

func (a *applying) sections(old, new []pipeline.Section) []pipeline.Section {
	var merged []ordered[separated]
	for _, p := range renamed(diff.Pair(names(old), names(new)), old, new) {
		switch {
		case p.New < 0:
			if !a.next() {
				merged = append(merged, ordered[separated]{sectionOf(old, p.Old), p, false})
			}
		case p.Old < 0:
			if a.next() {
				merged = append(merged, ordered[separated]{sectionOf(new, p.New), p, true})
			}
		default:
			s, moved := a.pair(old, new, p)
			merged = append(merged, ordered[separated]{s, p, moved})
		}
	}
	list := inOrder(merged)
	sections := make([]pipeline.Section, len(list))
	for i, s := range list {
		next := ""
		if i+1 < len(list) {
			next = "=" + list[i+1].name
		}
		sections[i] = s.before(next, old, new)
	}
	return sections
}

// pair applies the taken edits of two paired sections.
func (a *applying) pair(old, new []pipeline.Section, p diff.Pairing) (s separated, moved bool) {
	before, after := old[p.Old], new[p.New]
	s = sectionOf(old, p.Old)
	moved = p.Moved && a.next()
	if before.Name != after.Name && a.next() {
		s.name = after.Name
	}
	s.other, s.otherNext = trailing(after.Text), follower(new, p.New)
	if before.Text == after.Text {
		return s, moved
	}
	text, pieces := before.Text, after.Pieces()
	split := s.next != s.otherNext
	if split {
		text = strings.TrimRight(text, "\n")
		pieces = pieces.Cut(0, len(strings.TrimRight(after.Text, "\n")))
	}
	merged := a.text(text, pieces, mainSource(after))
	if split {
		s.body = merged
		return s, moved
	}
	s.body, s.own = strings.TrimRight(merged, "\n"), trailing(merged)
	return s, moved
}

// text applies the taken edits between two texts.
func (a *applying) text(old string, new pipeline.Pieces, main pipeline.TextSource) string {
	text := new.String()
	if old == text {
		return old
	}
	changes := compareText(old, new)
	if len(changes) == 0 {
		if a.any(len(textParts(Part{}, old, new, main))) {
			return text
		}
		return old
	}
	sources := sourcesOf(changes) // of the parts, in order
	parts := a.parts[a.at : a.at+len(sources)]
	a.at += len(sources)
	var b strings.Builder
	from := 0
	for _, c := range changes {
		b.WriteString(old[from:c.from])
		words := c.Old
		if a.takes(&parts[slices.Index(sources, c.source)], c.Atom) {
			words = c.New
		}
		b.WriteString(words)
		from = c.from + len(c.Old)
	}
	b.WriteString(old[from:])
	return b.String()
}

// applyItems applies the taken edits of two lists of things with a name, a text and one source each.
func applyItems[T any](a *applying, old, new []T, name, text func(T) string,
	source func(T) pipeline.TextSource) []T {
	var merged []ordered[T]
	for _, p := range pairItems(old, new, name) {
		switch {
		case p.New < 0:
			if !a.next() {
				merged = append(merged, ordered[T]{old[p.Old], p, false})
			}
		case p.Old < 0:
			if a.next() {
				merged = append(merged, ordered[T]{new[p.New], p, true})
			}
		case p.Moved:
			it := ordered[T]{old[p.Old], p, a.next()}
			if it.edited {
				it.item = new[p.New]
			}
			merged = append(merged, it)
		default:
			item, from := old[p.Old], source(new[p.New])
			if a.any(len(textParts(Part{}, text(old[p.Old]), from.Of(text(new[p.New])), from))) {
				item = new[p.New]
			}
			merged = append(merged, ordered[T]{item, p, false})
		}
	}
	return inOrder(merged)
}

// ordered is an item of a merged list with its indexes in the old and the new list, -1 for none.
type ordered[T any] struct {
	item   T
	at     diff.Pairing
	edited bool // an edit of it is applied, so it has the new list's position
}

// inOrder returns the items in order: those without an applied edit in the old list's order, the others between them in
// the new one's.
func inOrder[T any](items []ordered[T]) []T {
	var stay, edited []ordered[T]
	for _, it := range items {
		if it.edited {
			edited = append(edited, it)
		} else {
			stay = append(stay, it)
		}
	}
	slices.SortFunc(stay, func(a, b ordered[T]) int { return a.at.Old - b.at.Old })
	slices.SortFunc(edited, func(a, b ordered[T]) int { return a.at.New - b.at.New })
	var list []T
	for len(stay)+len(edited) > 0 {
		if len(edited) == 0 || len(stay) > 0 && before(stay[0].at, edited[0].at) {
			list, stay = append(list, stay[0].item), stay[1:]
		} else {
			list, edited = append(list, edited[0].item), edited[1:]
		}
	}
	return list
}

// before reports whether an unedited item precedes an edited one.
func before(stays, edited diff.Pairing) bool {
	switch {
	case stays.New >= 0 && !stays.Moved:
		return stays.New < edited.New
	case edited.Old >= 0:
		return stays.Old < edited.Old
	}
	return true
}

// separated is a section without the separator after it, which depends on what follows.
type separated struct {
	name, body string
	own        string // the separator in its list
	next       string // the following section there; empty: none
	other      string // the separator in the other list
	otherNext  string // the following section there
}

func sectionOf(list []pipeline.Section, i int) separated {
	s := list[i]
	own, next := trailing(s.Text), follower(list, i)
	return separated{s.Name, strings.TrimRight(s.Text, "\n"), own, next, own, next}
}

// before returns the section with the separator for the section that now follows.
func (s separated) before(next string, old, new []pipeline.Section) pipeline.Section {
	separator := ""
	switch {
	case next == s.next:
		separator = s.own
	case next == s.otherNext:
		separator = s.other
	case next == "":
	case s.next != "":
		separator = s.own
	case s.otherNext != "":
		separator = s.other
	default:
		separator = separatorIn(new, separatorIn(old, ""))
	}
	return pipeline.Section{Name: s.name, Text: s.body + separator}
}

// separatorIn returns the separator after a section that is not the last one.
func separatorIn(list []pipeline.Section, otherwise string) string {
	if len(list) < 2 {
		return otherwise
	}
	return trailing(list[0].Text)
}

func trailing(text string) string { return text[len(strings.TrimRight(text, "\n")):] }
