package goldens

import (
	"bytes"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// differences lists the differences between two calls of one path.
func differences(old, new *Call) []Part {
	parts := line(Part{What: PartStage}, old.Stage, new.Stage)
	for _, p := range pairMessages(old.Messages, new.Messages) {
		parts = append(parts, messageParts(old.Messages, new.Messages, p)...)
	}
	parts = append(parts, toolParts(old.Tools, new.Tools)...)
	parts = append(parts, line(Part{What: PartFormat}, JSONText(old.Format), JSONText(new.Format))...)
	return append(parts, line(Part{What: PartParameters}, JSONText(old.Parameters), JSONText(new.Parameters))...)
}

func kindOf(before, after bool) Kind {
	switch {
	case !before:
		return KindAdded
	case !after:
		return KindRemoved
	}
	return KindChanged
}

// messageParts lists the differences within a pair of messages. An added or removed message is the list of its parts.
func messageParts(old, new []pipeline.Message, p diff.Pairing) []Part {
	var a, b pipeline.Message
	var at Part
	if p.Old >= 0 {
		a = old[p.Old]
		at.Message, at.Role = p.Old+1, a.Role
	}
	if p.New >= 0 {
		b = new[p.New]
		at.Message, at.Role = p.New+1, b.Role
	}
	if p.Moved { // only equal messages can have moved
		at.What, at.Kind, at.From = PartMessage, KindMoved, p.Old+1
		return []Part{at}
	}
	var parts []Part
	if p.Old >= 0 && p.New >= 0 {
		parts = append(parts, line(at.of(PartRole), a.Role, b.Role)...)
	}
	parts = append(parts, line(at.of(PartToolCallID), a.ToolCallID, b.ToolCallID)...)
	parts = append(parts, line(at.of(PartName), a.Name, b.Name)...)
	parts = append(parts, line(at.of(PartFields), JSONText(a.Fields), JSONText(b.Fields))...)
	parts = append(parts, sectionParts(at, a.Sections, b.Sections)...)
	parts = append(parts, callParts(at, a.ToolCalls, b.ToolCalls)...)
	if len(parts) == 0 && (p.Old < 0 || p.New < 0) {
		at.What, at.Kind = PartMessage, kindOf(p.Old >= 0, p.New >= 0)
		parts = append(parts, at)
	}
	return parts
}

func (p Part) of(what What) Part {
	p.What = what
	return p
}

// line returns a part that is a single text, empty if missing.
func line(p Part, old, new string) []Part {
	if old == new {
		return nil
	}
	p.Kind = kindOf(old != "", new != "")
	p.Hunks = lineDiff(old, new)
	return []Part{p}
}

func sectionParts(at Part, old, new []pipeline.Section) []Part {
	show := func(s pipeline.Section) (name, text string) { return s.Name, s.Text }
	return itemParts(at.of(PartSection), old, new, show, pipeline.Section.Equal)
}

func callParts(at Part, old, new []pipeline.ToolCall) []Part {
	show := func(c pipeline.ToolCall) (name, text string) { return c.Name, "id: " + c.ID + "\n" + c.Arguments }
	same := func(a, b pipeline.ToolCall) bool { return a == b }
	return itemParts(at.of(PartToolCall), old, new, show, same)
}

func toolParts(old, new []pipeline.Tool) []Part {
	show := func(t pipeline.Tool) (name, text string) {
		return t.Name, t.Description + "\n" + JSONText(t.Parameters)
	}
	return itemParts(Part{What: PartTool}, old, new, show, equalTools)
}

// itemParts compares two lists whose items have names.
func itemParts[T any](at Part, old, new []T, show func(T) (name, text string), same func(a, b T) bool) []Part {
	oldNames, oldTexts := shown(old, show)
	newNames, newTexts := shown(new, show)
	var parts []Part
	for _, p := range diff.Pair(oldNames, newNames) {
		part, before, after := at, "", ""
		if p.Old >= 0 {
			part.Name, before = oldNames[p.Old], oldTexts[p.Old]
		}
		if p.New >= 0 {
			part.Name, after = newNames[p.New], newTexts[p.New]
		}
		part.Kind = kindOf(p.Old >= 0, p.New >= 0)
		switch {
		case p.Moved:
			part.Kind, part.From = KindMoved, p.Old+1
		case part.Kind == KindChanged && same(old[p.Old], new[p.New]):
			continue
		}
		part.Hunks = lineDiff(before, after)
		parts = append(parts, part)
	}
	return parts
}

func shown[T any](list []T, show func(T) (name, text string)) (names, texts []string) {
	for _, item := range list {
		name, text := show(item)
		names, texts = append(names, name), append(texts, text)
	}
	return names, texts
}

// JSONText returns a JSON value in the form of goldens, a line for each member.
func JSONText(raw json.RawMessage) string {
	w := &writer{}
	if len(raw) == 0 {
		return ""
	}
	w.json(0, raw)
	return string(bytes.TrimSpace(w.b))
}
