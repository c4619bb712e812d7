package review

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// Text is a list of lines to show, some in colour. It is a printable.Screen, like a terminal.
type Text struct {
	lines    []line
	colour   string // of the following lines
	from, to int    // emphasized part of the next line
	begun    string // an unfinished line
	mark     int    // the marked line
}

// line is one line of a text before it is fitted into a window.
type line struct {
	text     string
	colour   string // a terminal's escape; empty: none
	from, to int    // emphasized bytes
	cut      bool   // it is one row, cut at the window's edge
}

// Mark marks the next line as the beginning of the part of interest.
func (t *Text) Mark() { t.mark = len(t.lines) }

// Paint sets the colour of the following lines.
func (t *Text) Paint(colour string) { t.colour = colour }

// Emphasize emphasizes these bytes of the next line.
func (t *Text) Emphasize(from, to int) { t.from, t.to = from, to }

// Write implements io.Writer.
func (t *Text) Write(data []byte) (int, error) {
	t.begun += string(data)
	for {
		text, rest, ended := strings.Cut(t.begun, "\n")
		if !ended {
			return len(data), nil
		}
		t.lines = append(t.lines, line{text: text, colour: t.colour, from: t.from, to: t.to})
		t.from, t.to, t.begun = 0, 0, rest
	}
}

// safe returns the line passed through change and without terminal controls. If that alters it, nothing is emphasized,
// since its bytes differ.
func (l line) safe(change func(string) string) line {
	if text := printable.Line(change(l.text)); text != l.text {
		l.text, l.from, l.to = text, 0, 0
	}
	return l
}

// indent is the minimal indentation of the rows of a line after the first.
const indent = 4

// indentOf returns the indentation of the rows of a line after the first; empty if there is no room for it.
func (l line) indentOf(columns int) string {
	if columns < 4*indent {
		return ""
	}
	leading := len(l.text) - len(strings.TrimLeft(l.text, " "))
	return strings.Repeat(" ", max(indent, min(leading+2, columns/4)))
}

// rows returns a safe line broken into rows of at most so many columns. A row ends after a space if there is one in its
// second half. No character is left out.
func (l line) rows(columns int, colours bool) []string {
	if columns <= 0 {
		return nil
	}
	if l.cut {
		l.text = printable.Cut(l.text, columns)
		return []string{l.row(0, len(l.text), colours)}
	}
	var rows []string
	begin, indented := "", l.indentOf(columns) // of the row, and of the following ones
	for start := 0; start < len(l.text) || rows == nil; {
		end := start + fitting(l.text[start:], columns-len(begin))
		rows = append(rows, begin+l.row(start, end, colours))
		start, begin = end, indented
	}
	return rows
}

// fitting returns how many bytes of a text fit into one row of so many columns: at least one character.
func fitting(text string, columns int) int {
	used, space := 0, 0
	for i, r := range text {
		used += printable.Width(string(r))
		if used > columns && i > 0 {
			if space > 0 {
				return space
			}
			return i
		}
		if r == ' ' && used > columns/2 {
			space = i + 1
		}
	}
	return len(text)
}

// row returns a part of a line, in its colours.
func (l line) row(start, end int, colours bool) string {
	const normal, reverse, forward = "\x1b[0m", "\x1b[7m", "\x1b[27m"
	text := l.text[start:end]
	if !colours {
		return text
	}
	if from, to := max(l.from, start), min(l.to, end); from < to {
		text = l.text[start:from] + reverse + l.text[from:to] + forward + l.text[to:end]
	}
	if l.colour != "" {
		text = l.colour + text + normal
	}
	return text
}
