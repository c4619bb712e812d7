package goldens

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Lengths above which Text leaves something out.
const (
	maxRun     = 40  // consecutive lines, all removed or all added
	shownRun   = 15  // of them at either end
	maxPiece   = 400 // characters of a line's piece that differs, or does not
	shownPiece = 120 // of them at either end
)

// Text shows a change as a unified diff without colours, each part under a heading with the call's path. Invisible and
// control characters are escaped; so are blanks at the end of changed lines. Long runs are shortened to their ends. An
// unchanged call gives no text.
func (c Change) Text() string { return c.text(false) }

// WordText is Text with differing words within a line marked: [-old-] and {+new+}.
func (c Change) WordText() string { return c.text(true) }

func (c Change) text(words bool) string {
	var b strings.Builder
	path := visible(c.Path)
	switch c.Status {
	case New:
		fmt.Fprintf(&b, "%s · new call\n", path)
	case Missing:
		fmt.Fprintf(&b, "%s · call is missing\n", path)
	}
	for _, p := range c.Parts {
		fmt.Fprintf(&b, "%s · %s\n", path, p.Title())
		for _, h := range p.Hunks {
			h.render(&b, words)
		}
	}
	return b.String()
}

// Title names a part of a call and its change: message 2 (user) · section "Actions" · added.
func (p Part) Title() string {
	var b strings.Builder
	if p.Message > 0 {
		fmt.Fprintf(&b, "message %d (%s)", p.Message, visible(p.Role))
	}
	if p.What != PartMessage {
		if b.Len() > 0 {
			b.WriteString(" · ")
		}
		b.WriteString(string(p.What))
	}
	switch p.What {
	case PartSection, PartTool, PartToolCall:
		fmt.Fprintf(&b, ` "%s"`, visible(p.Name))
	}
	if p.Kind != KindChanged {
		fmt.Fprintf(&b, " · %s", p.Kind)
	}
	if p.From > 0 {
		fmt.Fprintf(&b, " from %d", p.From)
	}
	return b.String()
}

// render writes the hunk; words says whether to mark differing words within a line.
func (h Hunk) render(b *strings.Builder, words bool) {
	var old, new int
	for _, l := range h.Lines {
		if l.Op != Added {
			old++
		}
		if l.Op != Removed {
			new++
		}
	}
	fmt.Fprintf(b, "@@ -%s +%s @@\n", extent(h.Old, old), extent(h.New, new))
	ends := h.differsInEnd()
	for i := 0; i < len(h.Lines); {
		end := i + 1
		for end < len(h.Lines) && h.Lines[end].Op == h.Lines[i].Op {
			end++
		}
		renderRun(b, h.Lines[i:end], ends, words)
		i = end
	}
}

// differsInEnd reports whether two lines of the hunk differ only in the final newline.
func (h Hunk) differsInEnd() bool {
	removed := map[string]bool{}
	for _, l := range h.Lines {
		if l.Op == Removed {
			removed[l.Text] = true
		}
	}
	return slices.ContainsFunc(h.Lines, func(l Line) bool {
		text, ended := strings.CutSuffix(l.Text, "\n")
		return l.Op == Added && (ended && removed[text] || !ended && removed[text+"\n"])
	})
}

// extent returns a hunk's position in one text, like diff -u: without lines there, it is the line before.
func extent(first, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", first-1)
	case 1:
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d,%d", first, n)
}

func renderRun(b *strings.Builder, run []Line, ends, words bool) {
	for i, l := range run {
		switch hidden := len(run) - 2*shownRun; {
		case len(run) <= maxRun || i < shownRun || i >= shownRun+hidden:
			l.render(b, ends, words)
		case i == shownRun:
			fmt.Fprintf(b, "%c … %d lines more …\n", l.Op, hidden)
		}
	}
}

// render writes the line; ends says whether to distinguish a line without a newline.
func (l Line) render(b *strings.Builder, ends, words bool) {
	text, ended := strings.CutSuffix(l.Text, "\n")
	spans := l.Words
	if spans == nil {
		spans = []Span{{Text: l.Text}}
	}
	blanks := ""
	if l.Op != Same {
		kept := strings.TrimRight(text, " \t")
		blanks = strings.NewReplacer(" ", "·", "\t", `\t`).Replace(text[len(kept):])
		text = kept
	}
	b.WriteByte(byte(l.Op))
	stays := func(s Span) bool { return !s.Changed && strings.TrimSpace(s.Text) != "" }
	words = words && slices.ContainsFunc(spans, stays)
	for _, s := range spans {
		n := min(len(s.Text), len(text))
		piece := visible(shortened(text[:n]))
		if words && s.Changed && piece != "" {
			piece = inMarks(l.Op, piece)
		}
		b.WriteString(piece)
		text = text[n:]
	}
	b.WriteString(blanks + "\n")
	if ends && !ended && l.Op != Same {
		b.WriteString("\\ no newline at the end\n")
	}
}

// inMarks returns a differing piece of a line in marks.
func inMarks(op Op, piece string) string {
	if op == Removed {
		return "[-" + piece + "-]"
	}
	return "{+" + piece + "+}"
}

// shortened leaves out the middle of a long piece.
func shortened(s string) string {
	if len(s) <= maxPiece {
		return s
	}
	var ends []int
	for g := graphemes.FromString(s); g.Next(); {
		ends = append(ends, g.End())
	}
	if len(ends) <= maxPiece {
		return s
	}
	head, tail := ends[shownPiece-1], ends[len(ends)-shownPiece-1]
	return fmt.Sprintf("%s… %d characters more …%s", s[:head], len(ends)-2*shownPiece, s[tail:])
}

// visible escapes what a terminal does not show: controls, blanks other than the space, invisible marks and those that
// change the direction of text. The joiner in emoji is left alone.
func visible(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\t', r == '\u200D', unicode.IsPrint(r):
			b.WriteRune(r)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\n':
			b.WriteString(`\n`)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, "<U+%04X>", r) // an escape that is unlikely as text of a prompt
		}
	}
	return b.String()
}
