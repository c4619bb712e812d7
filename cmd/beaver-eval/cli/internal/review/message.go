package review

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// message shows a pair of messages: a heading, its sections, and what else it holds.
func (w *writer) message(old, sent []pipeline.Message, p diff.Pairing) {
	var a, b pipeline.Message
	at := p.Old + 1
	if p.Old >= 0 {
		a = old[p.Old]
	}
	shown := a
	if p.New >= 0 {
		b = sent[p.New]
		at, shown = p.New+1, b
	}
	about := func(section, tool string) []ArrayPart {
		return w.parts(func(q *edit.Part) bool {
			return q.Message == at && q.Section == section && q.Tool == tool
		})
	}
	side := sides{was: p.Old >= 0, is: p.New >= 0}
	items := sections(side, a.Sections, b.Sections, about)
	items = append(items, named(side, "calls ", a.ToolCalls, b.ToolCalls, callOf, about)...)
	items = append(items, w.rest(side, a, b, about("", ""))...)
	title := fmt.Sprintf("message %d (%s)", at, role(shown))
	if what := fate(side, p); what != "" && w.both() {
		whole := w.parts(func(q *edit.Part) bool { return q.Message == at && q.Change != edit.Changed })
		w.mark(whole)
		title += " · " + what + of(whole)
	}
	if len(items) == 1 && !w.opens(&items[0]) && items[0].notes == "" {
		w.line(dim, "%s · %s", title, items[0].folded())
		return
	}
	w.heading(title)
	for i := range items {
		w.item(&items[i])
	}
}

// role returns a message's role, with the tool's name for a tool's result.
func role(m pipeline.Message) string {
	if m.Name == "" {
		return printable.Line(m.Role)
	}
	return printable.Line(m.Role + ", " + m.Name)
}

// fate says whether a whole message came, went or moved.
func fate(s sides, p diff.Pairing) string {
	switch {
	case !s.was:
		return "added"
	case !s.is:
		return "removed"
	case p.Moved:
		return fmt.Sprintf("moved, it was message %d", p.Old+1)
	}
	return ""
}

// rest returns the parts of a message besides sections and tool calls: other fields always, the rest if they differ.
func (w *writer) rest(s sides, a, b pipeline.Message, parts []ArrayPart) []item {
	var items []item
	if old, sent := names(a), names(b); s.was && s.is && old != sent {
		items = append(items, item{sides: s, name: "role and names", old: old, sent: sent, parts: parts})
	}
	if old, sent := goldens.JSONText(a.Fields), goldens.JSONText(b.Fields); old+sent != "" {
		it := item{sides: sides{old != "", sent != ""}, name: "fields", old: old, sent: sent}
		if it.differs() {
			it.parts = parts
		}
		items = append(items, it)
	}
	for i := range items {
		items[i].tell(s)
	}
	return items
}

func names(m pipeline.Message) string {
	text := "role: " + m.Role
	for _, of := range [][2]string{{"name", m.Name}, {"tool call", m.ToolCallID}} {
		if of[1] != "" {
			text += "\n" + of[0] + ": " + of[1]
		}
	}
	return text
}

// sections returns the sections of a pair of messages.
func sections(s sides, old, sent []pipeline.Section, about func(section, tool string) []ArrayPart) []item {
	var items []item
	for _, p := range edit.PairSections(old, sent) {
		it := item{sides: s}
		it.was, it.is = p.Old >= 0, p.New >= 0
		if it.was {
			it.name, it.old = old[p.Old].Name, old[p.Old].Text
		}
		if it.is {
			it.name, it.sent = sent[p.New].Name, sent[p.New].Text
		}
		it.parts = about(it.name, "")
		if it.was && it.is {
			it.beside(old, sent, p)
		}
		it.tell(s)
		items = append(items, it)
	}
	return items
}

// beside fills in the changes of an existing section: its name, its place.
func (it *item) beside(old, sent []pipeline.Section, p diff.Pairing) {
	if follower(old, p.Old) != follower(sent, p.New) { // the separator follows from what comes next
		it.old, it.sent = strings.TrimRight(it.old, "\n"), strings.TrimRight(it.sent, "\n")
	}
	if before := old[p.Old].Name; before != it.name {
		it.words = append(it.words, "renamed")
		same := ""
		if it.old == it.sent {
			same = "; the bytes sent are the same"
		}
		it.details = append(it.details, fmt.Sprintf("its name was %q%s", before, same))
	}
	if p.Moved {
		it.words = append(it.words, "moved")
		it.details = append(it.details, "moved from "+place(old, p.Old)+", to "+place(sent, p.New))
	}
}

// follower names the section after another one; a message's last section has none.
func follower(sections []pipeline.Section, i int) string {
	if i+1 == len(sections) {
		return ""
	}
	return "=" + sections[i+1].Name
}

// place describes a section's position: 3 of 7, behind "Actions".
func place(sections []pipeline.Section, i int) string {
	if i == 0 {
		return fmt.Sprintf("1 of %d, the first", len(sections))
	}
	return fmt.Sprintf("%d of %d, behind %q", i+1, len(sections), sections[i-1].Name)
}
