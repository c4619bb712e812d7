package edit

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// comparison compares the calls of one case. The calls of a tool loop begin with the same messages: results for one of
// them are reused for the next.
type comparison struct {
	seen    map[textPair][]Part
	sources *sources
}

// textPair is an old and a new text of a section. The pieces are identified by address: two calls share those of a
// common message.
type textPair struct {
	name, old, new string
	pieces         *pipeline.Piece
}

// call lists the differences between two calls of one path.
func (c *comparison) call(old, new *goldens.Call) []Part {
	var parts []Part
	for _, p := range pairMessages(old.Messages, new.Messages) {
		parts = append(parts, c.messages(old.Messages, new.Messages, p)...)
	}
	parts = append(parts, toolParts(old.Tools, new.Tools)...)
	format := pipeline.TextSource{Kind: pipeline.TextFormat, Define: new.Stage}
	parts = append(parts, textParts(Part{}, goldens.JSONText(old.Format), format.Of(goldens.JSONText(new.Format)),
		format)...)
	parts = append(parts, textParts(Part{}, goldens.JSONText(old.Parameters), code.Of(goldens.JSONText(new.Parameters)),
		code)...)
	if old.Stage != new.Stage {
		parts = append(parts, textParts(Part{}, old.Stage, code.Of(new.Stage), code)...)
	}
	across(parts, old.Messages, new.Messages)
	for i := range parts {
		parts[i].Path, parts[i].Stage = new.Path, new.Stage
	}
	return parts
}

// messages lists the differences within a pair of messages.
func (c *comparison) messages(old, new []pipeline.Message, p diff.Pairing) []Part {
	var a, b pipeline.Message
	var at Part
	if p.Old >= 0 {
		a = old[p.Old]
		at.Message, at.Role, at.old = p.Old+1, a.Role, p.Old+1
	}
	if p.New >= 0 {
		b = new[p.New]
		at.Message, at.Role = p.New+1, b.Role
	}
	source := sourceOfMessage(b)
	if p.Moved {
		at.Change, at.Source, at.Move = Moved, source, moveOf(p, labels(old), labels(new))
		at.finish("", "", false)
		return []Part{at}
	}
	parts := c.sections(at, a.Sections, b.Sections)
	c.sources.rankedSections(parts, a.Sections, b.Sections)
	parts = append(parts, callParts(at, a.ToolCalls, b.ToolCalls, source)...)
	if p.Old >= 0 && p.New >= 0 {
		if meta(a) != meta(b) {
			parts = append(parts, textParts(at, meta(a), source.Of(meta(b)), source)...)
		}
	} else if len(parts) == 0 {
		at.Change, at.Source = kindOf(p.Old >= 0), source
		at.finish("", "", false)
		parts = append(parts, at)
	}
	return parts
}

// meta returns the parts of a message other than content and tool calls.
func meta(m pipeline.Message) string {
	text := m.Role + "\n" + m.ToolCallID + "\n" + m.Name
	if len(m.Fields) > 0 {
		text += "\n" + goldens.JSONText(m.Fields)
	}
	return text
}

func kindOf(before bool) Kind {
	if before {
		return Removed
	}
	return Added
}

// sections lists the differences between the sections of two messages.
func (c *comparison) sections(at Part, old, new []pipeline.Section) []Part {
	var parts []Part
	pairs := renamed(diff.Pair(names(old), names(new)), old, new)
	for _, p := range pairs {
		at := at
		switch {
		case p.New < 0:
			s := old[p.Old]
			at.Section, at.Change, at.Source = s.Name, Removed, removedFrom(new, s.Name)
			at.Hunks = wholeHunk(trimmed(s.Text), "", Atom{Old: s.Text}, 0)
			at.finish(s.Text, "", true)
			parts = append(parts, c.sources.leftOut(at, s.Text, ""))
		case p.Old < 0:
			part := added(at, new[p.New])
			if behindUser(new, p.New) && part.Source.Kind == pipeline.TextTemplate {
				part.Move = moveOf(p, names(old), names(new))
				part.Move.BehindUser = true
			}
			parts = append(parts, c.sources.located(part))
		default:
			at.Section = new[p.New].Name
			parts = append(parts, c.pair(at, old, new, p)...)
		}
	}
	return parts
}

// pair compares two paired sections.
func (c *comparison) pair(at Part, old, new []pipeline.Section, p diff.Pairing) []Part {
	a, b := old[p.Old], new[p.New]
	var parts []Part
	if p.Moved {
		moved := at
		moved.Change, moved.Source, moved.Move = Moved, mainSource(b), moveOf(p, names(old), names(new))
		moved.Move.BehindUser = moved.Source.Kind == pipeline.TextTemplate && !wasBehindUser(old, new, p) &&
			behindUser(new, p.New)
		moved.Line = lineIn(b.Pieces(), moved.Source)
		moved.finish(a.Text, b.Text, false)
		parts = append(parts, moved)
	}
	if a.Name != b.Name {
		other := at
		other.Change, other.Source, other.Was = Renamed, mainSource(b), a.Name
		other.Same = trimmed(a.Text) == trimmed(b.Text)
		other.Line = lineIn(b.Pieces(), other.Source)
		other.finish(a.Text, b.Text, false)
		parts = append(parts, other)
	}
	if a.Text == b.Text {
		return parts
	}
	before, after := a.Text, b.Pieces()
	if follower(old, p.Old) != follower(new, p.New) { // the separator depends on what follows
		before = strings.TrimRight(before, "\n")
		after = after.Cut(0, len(strings.TrimRight(b.Text, "\n")))
	}
	key := textPair{name: b.Name, old: before, new: after.String()}
	if pieces := b.Pieces(); len(pieces) > 0 {
		key.pieces = &pieces[0]
	}
	found, known := c.seen[key]
	if !known {
		found = textParts(at, before, after, mainSource(b))
		for i := range found {
			found[i] = c.sources.located(c.sources.leftOut(found[i], before, after.String()))
		}
		c.sources.ranked(found, before, after)
		c.seen[key] = found
	}
	for _, f := range found {
		f.Message, f.Role, f.old = at.Message, at.Role, at.old
		f.DigestBefore, f.DigestAfter = digestOf(a.Text), digestOf(b.Text)
		parts = append(parts, f)
	}
	return parts
}

// follower names the section after another one; a message's last section has none.
func follower(sections []pipeline.Section, i int) string {
	if i+1 == len(sections) {
		return ""
	}
	return "=" + sections[i+1].Name
}

// textParts compares an old and a new text, a part for each source. A text that came or went as a whole is one part.
func textParts(at Part, old string, new pipeline.Pieces, main pipeline.TextSource) []Part {
	text := new.String()
	if old == text {
		return nil
	}
	changes := compareText(old, new)
	blocks := hunks(old, new, changes)
	var parts []Part
	for _, source := range sourcesOf(changes) {
		part := at
		part.Change, part.Source = Changed, source
		part.Hunks = hunksOf(blocks, changes, source)
		parts = append(parts, part)
	}
	if len(parts) == 0 { // only line ends differ
		part := at
		part.Change, part.Source, part.Hunks = Changed, main, wholeHunk(old, text, Atom{Old: old, New: text}, 0)
		parts = append(parts, part)
	}
	for i := range parts {
		parts[i].finish(old, text, i == 0)
	}
	return parts
}

// sourcesOf returns the sources of edits, each once, in their order.
func sourcesOf(changes []change) []pipeline.TextSource {
	var sources []pipeline.TextSource
	for _, c := range changes {
		if !slices.Contains(sources, c.source) {
			sources = append(sources, c.source)
		}
	}
	return sources
}

func trimmed(text string) string { return strings.TrimRight(text, "\n") }

// added returns a section that the old message did not have. The edit has only the words of its source: the values in
// it differ from call to call.
func added(at Part, s pipeline.Section) Part {
	at.Section, at.Change, at.Source = s.Name, Added, mainSource(s)
	words, line := "", lineIn(s.Pieces(), at.Source)
	for _, piece := range s.Pieces() {
		if piece.Source == at.Source {
			words += piece.Text
		}
	}
	at.Hunks = wholeHunk("", trimmed(s.Text), Atom{New: words}, line)
	at.finish("", s.Text, true)
	return at
}

// lineIn returns the line of a source's file in which its first text among the pieces begins; 0: not known.
func lineIn(pieces pipeline.Pieces, source pipeline.TextSource) int {
	for _, p := range pieces {
		if p.Source == source && p.Line > 0 {
			return p.Line
		}
	}
	return 0
}

// mainSource returns the source of a section as a whole: its template, if it has text of one; else its only source.
func mainSource(s pipeline.Section) pipeline.TextSource {
	var sources []pipeline.TextSource
	for _, piece := range s.Pieces() {
		if piece.Source.Kind == pipeline.TextTemplate {
			return piece.Source
		}
		if piece.Source.Kind != pipeline.TextCode && !slices.Contains(sources, piece.Source) {
			sources = append(sources, piece.Source)
		}
	}
	switch len(sources) {
	case 0:
		return code
	case 1:
		return sources[0]
	}
	return pipeline.TextSource{Kind: pipeline.TextUnclear}
}

// removedFrom returns the source of a section that was removed. A golden does not say why: its define may be gone, or
// the value that it showed. If one template makes the whole rest of the message, that is named.
func removedFrom(left []pipeline.Section, name string) pipeline.TextSource {
	var of pipeline.TextSource
	for _, s := range left {
		source := mainSource(s)
		if source.Kind != pipeline.TextTemplate || of.Name != "" && file(of) != file(source) {
			return pipeline.TextSource{Kind: pipeline.TextUnclear}
		}
		of = source
	}
	return pipeline.TextSource{Kind: pipeline.TextUnclear, Name: of.Name, Path: of.Path, Define: name}
}

// renamed pairs removed sections with added ones of similar text.
func renamed(pairs []diff.Pairing, old, new []pipeline.Section) []diff.Pairing {
	met := false
	for i := range pairs {
		if pairs[i].Old >= 0 || pairs[i].New < 0 {
			continue
		}
		best, most := -1, sameSection-1
		for j, p := range pairs {
			if p.New >= 0 || p.Old < 0 {
				continue
			}
			if s := shared(wordsOf(old[p.Old].Text), wordsOf(new[pairs[i].New].Text)); s > most {
				best, most = j, s
			}
		}
		if best >= 0 {
			pairs[i].Old, pairs[best].Old, met = pairs[best].Old, -1, true
		}
	}
	if met {
		pairs = slices.DeleteFunc(pairs, func(p diff.Pairing) bool { return p.Old < 0 && p.New < 0 })
		markMoved(pairs, old, new)
	}
	return pairs
}

// callParts lists the differences between the tool calls of two messages.
func callParts(at Part, old, new []pipeline.ToolCall, source pipeline.TextSource) []Part {
	return items(at, old, new, callName, callText, func(pipeline.ToolCall) pipeline.TextSource { return source })
}

func callName(c pipeline.ToolCall) string { return c.Name }
func callText(c pipeline.ToolCall) string { return "id: " + c.ID + "\n" + c.Arguments }

// toolParts lists the differences between the tools of two calls.
func toolParts(old, new []pipeline.Tool) []Part {
	return items(Part{}, old, new, toolName, toolText, pipeline.Tool.Source)
}

func toolName(t pipeline.Tool) string { return t.Name }
func toolText(t pipeline.Tool) string { return t.Description + "\n" + goldens.JSONText(t.Parameters) }

// items compares two lists of things with a name, a text and one source each.
func items[T any](at Part, old, new []T, name, text func(T) string, source func(T) pipeline.TextSource) []Part {
	var parts []Part
	for _, p := range pairItems(old, new, name) {
		part, before, after := at, "", ""
		if p.Old >= 0 {
			before = text(old[p.Old])
			part.Tool, part.Source = name(old[p.Old]), source(old[p.Old])
		}
		if p.New >= 0 {
			after = text(new[p.New])
			part.Tool, part.Source = name(new[p.New]), source(new[p.New])
		}
		switch {
		case p.Old < 0 || p.New < 0:
			part.Change, part.Hunks = kindOf(p.Old >= 0), wholeHunk(before, after, Atom{Old: before, New: after}, 0)
		case p.Moved:
			part.Change, part.Move = Moved, moveOf(p, namesOf(old, name), namesOf(new, name))
			for _, edited := range textParts(part, before, part.Source.Of(after), part.Source) {
				part.Hunks = append(part.Hunks, edited.Hunks...)
			}
		default:
			parts = append(parts, textParts(part, before, part.Source.Of(after), part.Source)...)
			continue
		}
		part.finish(before, after, true)
		parts = append(parts, part)
	}
	return parts
}

// pairItems pairs two lists of things by name.
func pairItems[T any](old, new []T, name func(T) string) []diff.Pairing {
	return diff.Pair(namesOf(old, name), namesOf(new, name))
}

func namesOf[T any](items []T, name func(T) string) []string {
	var names []string
	for _, item := range items {
		names = append(names, name(item))
	}
	return names
}
