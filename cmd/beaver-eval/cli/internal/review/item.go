package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// sides says on which sides something is.
type sides struct{ was, is bool }

// item is an entry that can be folded: a section, a tool, a tool call.
type item struct {
	sides
	name      string
	old, sent string
	words     []string    // its change
	details   []string    // the same at length
	notes     string      // after the name
	parts     []ArrayPart // what differs in it
}

func (it *item) differs() bool { return it.was != it.is || it.old != it.sent }

// tell fills in the notes. around are the sides of the enclosing part: what came or went with that needs no note.
func (it *item) tell(around sides) {
	switch {
	case it.sides == around && it.was != it.is:
	case !it.was:
		it.words = append(it.words, "added")
	case !it.is:
		it.words = append(it.words, "removed")
	case it.old != it.sent:
		it.words = append(it.words, "changed")
	}
	if len(it.words) > 0 {
		it.notes = " · " + strings.Join(it.words, ", ") + of(it.parts)
	}
}

// of names the groups of parts.
func of(parts []ArrayPart) string {
	own, others := isOwn(parts), []string(nil)
	for _, p := range parts {
		for _, id := range p.Others {
			if !slices.Contains(others, id) {
				others = append(others, id)
			}
		}
	}
	var by []string
	if own {
		by = append(by, "this group")
	}
	if len(others) > 0 {
		by = append(by, wording.Plural(len(others), "group ", "groups ")+strings.Join(others, ", "))
	}
	if len(by) == 0 {
		return ""
	}
	return " · " + strings.Join(by, " and ")
}

// folded returns an item on one line.
func (it *item) folded() string {
	text := it.sent
	if !it.is {
		text = it.old
	}
	size := "empty"
	if n := len(diff.Lines(strings.TrimRight(text, "\n"))); n > 0 {
		size = wording.Number(n, "line")
	}
	return printable.Line(it.name) + it.notes + "  (" + size + ")"
}

// opens reports whether an item is shown with its text.
func (w *writer) opens(it *item) bool {
	return w.whole || it.differs() && !(w.call.Brief && !w.both())
}

// item shows an item below a heading.
func (w *writer) item(it *item) {
	w.mark(it.parts)
	open := w.opens(it)
	switch {
	case open:
		w.line(bold, "  %s%s", printable.Line(it.name), it.notes)
	case it.notes == "":
		w.line(dim, "  %s", it.folded())
	default:
		w.line("", "  %s", it.folded())
	}
	for _, d := range it.details {
		fmt.Fprintf(w, "    %s\n", printable.Line(d))
	}
	if open {
		printable.Diff(&indented{w}, signed(goldens.Lines(it.old, it.sent)))
	}
}

// indented is a screen with indented lines.
type indented struct{ printable.Screen }

const further = "  "

// Write implements io.Writer: a line at a time, as printable.Diff prints them.
func (s *indented) Write(line []byte) (int, error) {
	if _, err := s.Screen.Write(append([]byte(further), line...)); err != nil {
		return 0, err
	}
	return len(line), nil
}

// Emphasize implements printable.Screen.
func (s *indented) Emphasize(from, to int) { s.Screen.Emphasize(from+len(further), to+len(further)) }

// beside shows the parts of a call other than messages and tools, if it has any.
func (w *writer) beside(old, sent *goldens.Call) {
	items := []item{
		w.apart("format", goldens.JSONText(old.Format), goldens.JSONText(sent.Format)),
		w.apart("parameters", goldens.JSONText(old.Parameters), goldens.JSONText(sent.Parameters)),
	}
	if w.both() && old.Stage != sent.Stage {
		items = append(items, w.apart("stage", old.Stage, sent.Stage))
	}
	items = slices.DeleteFunc(items, func(it item) bool { return !it.was && !it.is })
	w.items("beside the messages", items)
}

// apart returns an item for a text outside messages, sections and tools.
func (w *writer) apart(name, old, sent string) item {
	it := item{sides: sides{old != "", sent != ""}, name: name, old: old, sent: sent}
	if it.differs() {
		it.parts = w.parts(func(p *edit.Part) bool {
			return p.Message == 0 && p.Tool == "" && p.Change != edit.Moved &&
				(name == "format") == (p.Source.Kind == pipeline.TextFormat)
		})
	}
	it.tell(w.around())
	return it
}

// items shows items, if any, below a heading.
func (w *writer) items(heading string, items []item) {
	if len(items) == 0 {
		return
	}
	w.heading(heading)
	for i := range items {
		w.item(&items[i])
	}
}

// around returns the sides that the call is on.
func (w *writer) around() sides { return sides{w.call.Old != nil, w.call.Sent != nil} }

// tools shows the tools offered to the model.
func (w *writer) tools(old, sent []pipeline.Tool) {
	about := func(_, tool string) []ArrayPart {
		return w.parts(func(p *edit.Part) bool { return p.Message == 0 && p.Tool == tool })
	}
	w.items("tools", named(w.around(), "", old, sent, toolOf, about))
}

func toolOf(t pipeline.Tool) (name, text string) {
	return t.Name, strings.TrimSuffix(t.Description+"\n"+goldens.JSONText(t.Parameters), "\n")
}

func callOf(c pipeline.ToolCall) (name, text string) {
	return c.Name, "id: " + c.ID + "\n" + c.Arguments
}

// named returns the items of two lists of things with a name and a text.
func named[T any](s sides, before string, old, sent []T, show func(T) (name, text string),
	about func(section, tool string) []ArrayPart) []item {
	names := func(list []T) []string {
		var all []string
		for _, thing := range list {
			name, _ := show(thing)
			all = append(all, name)
		}
		return all
	}
	var items []item
	for _, p := range diff.Pair(names(old), names(sent)) {
		it := item{sides: sides{p.Old >= 0, p.New >= 0}}
		if it.was {
			it.name, it.old = show(old[p.Old])
		}
		if it.is {
			it.name, it.sent = show(sent[p.New])
		}
		if p.Moved {
			it.words = []string{"moved"}
			it.details = []string{fmt.Sprintf("moved from %d of %d to %d of %d", p.Old+1, len(old), p.New+1, len(sent))}
		}
		it.parts = about("", it.name)
		it.name = before + it.name
		it.tell(s)
		items = append(items, it)
	}
	return items
}
