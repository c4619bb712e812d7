package page

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// The kinds of a Side.
const (
	ofSection    = "section"
	ofToolCall   = "tool call"
	ofTool       = "tool"
	ofFormat     = "format"
	ofParameters = "parameters"
)

// sidesOf compares the calls of one case with their goldens. The pairs are those of the edits.
type sidesOf struct {
	texts  *texts
	groups groupNumbers
	edits  map[string][]*edit.Part // by the path of their call
}

// unkept reports whether the packed golden of a changed call keeps no old text.
func (s *sidesOf) unkept(path string) bool {
	return slices.ContainsFunc(s.edits[path], func(p *edit.Part) bool { return p.Change == edit.Unkept })
}

// call returns what differs between a call and what the golden has of it.
func (s *sidesOf) call(sent *callRow, golden *changeRow) []Side {
	if len(golden.Messages)+len(golden.Tools) == 0 && golden.Format == nil && golden.Parameters == nil {
		return nil // there is no golden, or an older version wrote the run
	}
	var old, new []pipeline.Message
	for _, m := range golden.Messages {
		message := pipeline.Message{Role: m.Role, Name: m.Name, ToolCallID: m.ToolCallID}
		for _, section := range m.Sections {
			message.Sections = append(message.Sections, s.section(section.Name, section.Digest))
		}
		message.ToolCalls = s.toolCalls(m.ToolCalls)
		old = append(old, message)
	}
	for _, m := range sent.Messages {
		message := pipeline.Message{Role: m.Role, Name: m.Name, ToolCallID: m.ToolCallID}
		for _, section := range m.Sections {
			message.Sections = append(message.Sections, s.section(section.Name, section.Digest))
		}
		message.ToolCalls = s.toolCalls(m.ToolCalls)
		new = append(new, message)
	}
	var sides []Side
	for _, p := range edit.PairMessages(old, new) {
		sides = append(sides, messageSides(old, new, p)...)
	}
	sides = append(sides, s.tools(golden.Tools, sent.Tools)...)
	sides = appendValue(sides, ofFormat, s.value(golden.Format), s.value(sent.Format))
	sides = appendValue(sides, ofParameters, s.value(golden.Parameters), s.value(sent.Parameters))
	for i := range sides {
		sides[i].Groups = s.groupsOf(sent.Path, &sides[i])
	}
	return sides
}

// groupsOf returns the groups with an edit of a side. One that only another message's edit explains has none.
func (s *sidesOf) groupsOf(path string, side *Side) []int {
	var groups []int
	for _, p := range s.edits[path] {
		message := p.Message == side.Message || p.Message == side.Before
		name := p.Section
		if side.Kind != ofSection {
			name = p.Tool
		}
		n, known := s.groups[p.GroupID]
		if known && message && (name == side.Section || name == "") && !slices.Contains(groups, n) {
			groups = append(groups, n)
		}
	}
	return groups
}

func (s *sidesOf) section(name, digest string) pipeline.Section {
	return pipeline.Section{Name: name, Text: s.texts.text(digest)}
}

func (s *sidesOf) toolCalls(all []rows.ToolCallRow) []pipeline.ToolCall {
	var calls []pipeline.ToolCall
	for _, c := range all {
		calls = append(calls, pipeline.ToolCall{ID: c.ID, Name: c.Name, Arguments: s.texts.text(c.Arguments)})
	}
	return calls
}

// value returns JSON beside the messages, a member a line.
func (s *sidesOf) value(digest *string) string {
	if digest == nil {
		return ""
	}
	return indented(s.texts.text(*digest))
}

// indented returns JSON with a member a line, and any other text as it is.
func indented(text string) string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") != nil {
		return text
	}
	return b.String()
}

// messageSides returns what differs within a pair of messages.
func messageSides(old, new []pipeline.Message, p diff.Pairing) []Side {
	var a, b pipeline.Message
	at := Side{Kind: ofSection}
	if p.Old >= 0 {
		a, at.Before, at.Role = old[p.Old], p.Old+1, old[p.Old].Role
	}
	if p.New >= 0 {
		b, at.Message, at.Role = new[p.New], p.New+1, new[p.New].Role
	}
	if at.Before == at.Message {
		at.Before = 0
	}
	if p.Moved {
		at.Change = string(edit.Moved)
		return []Side{at}
	}
	var sides []Side
	for _, q := range edit.PairSections(a.Sections, b.Sections) {
		side, before, after := at, "", ""
		if q.Old >= 0 {
			side.Section, before = a.Sections[q.Old].Name, a.Sections[q.Old].Text
		}
		if q.New >= 0 {
			side.Was, side.Section, after = side.Section, b.Sections[q.New].Name, b.Sections[q.New].Text
		}
		if side.Was == side.Section {
			side.Was = ""
		}
		side.Change = string(changeOf(q, side.Was != ""))
		side.Rows = rowsOf(before, after)
		if side.Change != string(edit.Changed) || len(side.Rows) > 0 {
			sides = append(sides, side)
		}
	}
	for _, q := range diff.Pair(callNames(a.ToolCalls), callNames(b.ToolCalls)) {
		side, before, after := at, "", ""
		side.Kind = ofToolCall
		if q.Old >= 0 {
			side.Section, before = a.ToolCalls[q.Old].Name, indented(a.ToolCalls[q.Old].Arguments)
		}
		if q.New >= 0 {
			side.Section, after = b.ToolCalls[q.New].Name, indented(b.ToolCalls[q.New].Arguments)
		}
		side.Change, side.Rows = string(changeOf(q, false)), rowsOf(before, after)
		if side.Change != string(edit.Changed) || len(side.Rows) > 0 {
			sides = append(sides, side)
		}
	}
	return sides
}

func callNames(calls []pipeline.ToolCall) []string {
	var names []string
	for _, c := range calls {
		names = append(names, c.Name)
	}
	return names
}

// changeOf returns the kind of change of a pair.
func changeOf(p diff.Pairing, renamed bool) edit.Kind {
	switch {
	case p.Old < 0:
		return edit.Added
	case p.New < 0:
		return edit.Removed
	case p.Moved:
		return edit.Moved
	case renamed:
		return edit.Renamed
	}
	return edit.Changed
}

// tools compares the tools that were offered.
func (s *sidesOf) tools(old, new []rows.ToolRow) []Side {
	names := func(tools []rows.ToolRow) (names []string) {
		for _, t := range tools {
			names = append(names, t.Name)
		}
		return names
	}
	text := func(t rows.ToolRow) string {
		return s.texts.text(t.Description) + "\n" + indented(s.texts.text(t.Schema))
	}
	var sides []Side
	for _, p := range diff.Pair(names(old), names(new)) {
		side, before, after := Side{Kind: ofTool, Change: string(changeOf(p, false))}, "", ""
		if p.Old >= 0 {
			side.Section, before = old[p.Old].Name, text(old[p.Old])
		}
		if p.New >= 0 {
			side.Section, after = new[p.New].Name, text(new[p.New])
		}
		side.Rows = rowsOf(before, after)
		if side.Change != string(edit.Changed) || len(side.Rows) > 0 {
			sides = append(sides, side)
		}
	}
	return sides
}

// appendValue appends the side of a value beside the messages if it differs.
func appendValue(sides []Side, kind, before, after string) []Side {
	p := diff.Pairing{}
	if before == "" {
		p.Old = -1
	} else if after == "" {
		p.New = -1
	}
	if lines := rowsOf(before, after); len(lines) > 0 {
		sides = append(sides, Side{Kind: kind, Section: kind, Change: string(changeOf(p, false)), Rows: lines})
	}
	return sides
}

// shownAround is how many common lines stand around lines that differ.
const shownAround = 3

// rowsOf compares two texts line by line; nil: they have the same lines.
func rowsOf(before, after string) []any {
	old, new := linesOf(before), linesOf(after)
	matches := diff.Common(old, new, diff.MaxGrid)
	if len(matches) == len(old) && len(matches) == len(new) {
		return nil
	}
	var all []any
	at := 0                                  // of the new text
	same := func(to int, first, last bool) { // first, last: nothing that differs stands above, below
		lines := new[at:to]
		head, tail := shownAround, shownAround
		if first {
			head = 0
		}
		if last {
			tail = 0
		}
		if gap := len(lines) - head - tail; gap > 1 {
			all = appendSame(all, lines[:head])
			all = append(all, Gap(gap))
			lines = lines[head+gap:]
		}
		all = appendSame(all, lines)
	}
	for _, r := range diff.Regions(matches, len(old), len(new)) {
		if r.Old == r.OldEnd && r.New == r.NewEnd {
			continue
		}
		same(r.New, len(all) == 0, false)
		all = append(all, pairsOf(old[r.Old:r.OldEnd], new[r.New:r.NewEnd])...)
		at = r.NewEnd
	}
	same(len(new), false, true)
	return all
}

// hunkRows compares the lines of each hunk of a group.
func hunkRows(g *edit.Group) [][]any {
	all := [][]any{}
	for _, h := range g.Hunks {
		all = append(all, append([]any{}, pairsOf(h.Old, h.New)...)) // no lines: not null
	}
	return all
}

func appendSame(rows []any, lines []string) []any {
	for _, line := range lines {
		rows = append(rows, Same(line))
	}
	return rows
}

// linesOf returns the lines of a text without line ends; none of the empty text.
func linesOf(text string) []string {
	if text = strings.TrimRight(text, "\n"); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// pairsOf returns the rows of lines that were replaced by others: those that share words beside one another, in order.
func pairsOf(old, new []string) []any {
	var all []any
	i := 0
	alone := func(to int) {
		for ; i < to; i++ {
			all = append(all, Pair{{Mark{old[i]}}, nil})
		}
	}
	for j, line := range new {
		k := alike(old[i:], line)
		if len(old) == len(new) {
			k = 0
		}
		if k < 0 {
			all = append(all, Pair{nil, {Mark{new[j]}}})
			continue
		}
		alone(i + k)
		before, after := marked(old[i], line)
		all = append(all, Pair{before, after})
		i++
	}
	alone(len(old))
	return all
}

// mostLooked is how many lines are looked at for one that shares words.
const mostLooked = 8

// alike returns the first of the next lines that shares at least a third of its words with another one; -1: none.
func alike(lines []string, other string) int {
	words := diff.Tokens(other)
	for i, line := range lines[:min(len(lines), mostLooked)] {
		these := diff.Tokens(line)
		if 3*wordsIn(these, diff.Common(these, words, mostWords)) >= max(wordsOf(these), wordsOf(words)) {
			return i
		}
	}
	return -1
}

// mostWords bounds the work on the words of two lines.
const mostWords = 1 << 18

// wordsIn counts the words among matched tokens.
func wordsIn(tokens []string, matches []diff.Match) int {
	n := 0
	for _, m := range matches {
		if strings.TrimSpace(tokens[m.Old]) != "" {
			n++
		}
	}
	return n
}

// wordsOf counts the words among tokens.
func wordsOf(tokens []string) int {
	n := 0
	for _, t := range tokens {
		if strings.TrimSpace(t) != "" {
			n++
		}
	}
	return n
}

// marked returns the spans of two lines. Lines that share no word are marked as a whole.
func marked(before, after string) (old, new []any) {
	a, b := diff.Tokens(before), diff.Tokens(after)
	matches := diff.Common(a, b, mostWords)
	if wordsIn(a, matches) == 0 {
		return []any{Mark{before}}, []any{Mark{after}}
	}
	i, j := 0, 0
	for _, m := range matches {
		old, new = appendSpan(old, a[i:m.Old], true), appendSpan(new, b[j:m.New], true)
		old, new = appendSpan(old, a[m.Old:m.Old+1], false), appendSpan(new, b[m.New:m.New+1], false)
		i, j = m.Old+1, m.New+1
	}
	return appendSpan(old, a[i:], true), appendSpan(new, b[j:], true)
}

// appendSpan appends words to the last span, if that is of the same kind.
func appendSpan(spans []any, words []string, mark bool) []any {
	text := strings.Join(words, "")
	if text == "" {
		return spans
	}
	if n := len(spans); n > 0 {
		switch last := spans[n-1].(type) {
		case Mark:
			if mark {
				spans[n-1] = Mark{last.Text + text}
				return spans
			}
		case string:
			if !mark {
				spans[n-1] = last + text
				return spans
			}
		}
	}
	if mark {
		return append(spans, Mark{text})
	}
	return append(spans, text)
}
