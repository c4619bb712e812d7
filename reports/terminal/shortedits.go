package terminal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// Numbers of lines of edits in the short report.
const (
	linesOfEdits = 40 // of all of them
	linesOfOne   = 12 // of the only one
	linesOfEach  = 5  // of each of several
	mostGroups   = 30 // edits named
)

// Diff says whether the verb diff, which reads the last report, knows a run.
type Diff int

// diff knows the run, knows it after a repeated run with a report, or does not know it.
const (
	DiffKnows Diff = iota
	DiffKnowsNext
	DiffKnowsNot
)

// command returns the command that shows all edits of the run or, with flags of diff, some of them.
func (d Diff) command(flags string) string {
	switch d {
	case DiffKnowsNot:
		return "`--full`"
	case DiffKnowsNext:
		return "`beaver-eval run`, then `beaver-eval diff" + flags + "`"
	}
	return "`beaver-eval diff" + flags + "`"
}

// shortEdit is the output for a group: its heading, lines of its diff, and where else to look.
type shortEdit struct {
	heading string
	diff    []string
	where   string // may be empty
}

// PrintEdits prints the edits, once for each cause, in the order of reach, in so many rows. All headings take
// precedence over words, and some words of each over all words of any.
func PrintEdits(w printable.Screen, groups []edit.Group, diff Diff, width, room int) {
	named := min(len(groups), mostGroups, room)
	if named < len(groups) && named == room && room > 1 {
		named-- // for the line that counts the others
	}
	p := &planned{width: width, left: room - named, most: linesOfEach, diff: diff}
	if named < len(groups) {
		p.left--
	}
	if len(groups) == 1 {
		p.most = linesOfOne
	}
	edits := make([]shortEdit, named)
	for i := range edits {
		edits[i].heading = briefHeading(&groups[i], width)
	}
	for _, more := range []func(*edit.Group, shortEdit) shortEdit{p.someWords, p.wholeHeading, p.allWords} {
		for i := range edits {
			edits[i] = p.ifRoom(edits[i], more(&groups[i], edits[i]))
		}
	}
	for _, e := range edits {
		e.print(w)
	}
	if more := len(groups) - named; more > 0 {
		fmt.Fprintf(w, "and %s of edits; %s lists them\n", wording.Number(more, "more group"), diff.command(""))
	}
}

func (e shortEdit) print(w printable.Screen) {
	fmt.Fprintln(w, e.heading)
	printable.Diff(w, e.diff)
	if e.where != "" {
		fmt.Fprintln(w, e.where)
	}
}

// rows returns the number of terminal rows that it takes.
func (e shortEdit) rows(width int) int {
	n := printable.Rows(e.heading, width)
	for _, line := range e.diff {
		n += printable.Rows("  "+printable.Line(line), width)
	}
	if e.where != "" {
		n += printable.Rows(e.where, width)
	}
	return n
}

// planned holds the rows left while edits are laid out.
type planned struct {
	width, left int
	most        int // lines of an edit
	diff        Diff
}

// ifRoom returns more of an edit if there is room for it, else what it had before.
func (p *planned) ifRoom(before, more shortEdit) shortEdit {
	cost := more.rows(p.width) - before.rows(p.width)
	if cost > p.left {
		return before
	}
	p.left -= cost
	return more
}

// someWords adds an edited line, the first new one if there is one, cut to a row.
func (p *planned) someWords(g *edit.Group, e shortEdit) shortEdit {
	lines := diffLines(g)
	if len(lines) == 0 {
		return e
	}
	i, old := max(0, slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "+") })), ""
	if i > 0 && isPair(lines[i-1], lines[i]) {
		old = lines[i-1]
	}
	e.diff = []string{aroundEdit(old, lines[i], p.width-len("  "))}
	return e
}

// wholeHeading returns the edit with its heading uncut.
func (p *planned) wholeHeading(g *edit.Group, e shortEdit) shortEdit {
	e.heading = wholeHeading(g)
	return e
}

// allWords returns the edit with as many lines of the diff as fit, and its place.
func (p *planned) allWords(g *edit.Group, e shortEdit) shortEdit {
	lines, more := diffLines(g), e
	for n := min(len(lines), p.most-2); n >= 0; n-- {
		if 0 < n && n < len(lines) && isPair(lines[n-1], lines[n]) {
			continue // a replaced line is not shown without its replacement
		}
		more.diff = clipped(lines[:n])
		more.where = where(g, n < len(lines) || g.Edits > len(g.Hunks), p.diff)
		if n > 0 && more.rows(p.width)-e.rows(p.width) <= p.left {
			return more
		}
	}
	return e
}

// where names the calls of an edit, and where to see all of it if there is more.
func where(g *edit.Group, more bool, diff Diff) string {
	var parts []string
	if calls, _ := cells.Calls(g); len(calls) > 0 {
		text := printable.Line(calls[0])
		if more := g.Calls - 1; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		parts = append(parts, "in "+text)
	}
	if more {
		parts = append(parts, diff.command(" --cause "+cells.ShortID(g))+" shows all of it")
	}
	if len(parts) == 0 {
		return ""
	}
	return "  " + strings.Join(parts, "; ")
}

func wholeHeading(g *edit.Group) string {
	return "edited   " + cells.ShortID(g) + "  " + printable.Line(cells.Heading(g))
}

// briefHeading returns the heading in one row of a terminal: the place of the edit, and the number of its calls.
func briefHeading(g *edit.Group, width int) string {
	whole := wholeHeading(g)
	if width == 0 || printable.Width(whole) <= width {
		return whole
	}
	before, _, _ := strings.Cut(whole, ", "+cells.Reach(g))
	calls := "  " + wording.Number(g.Calls, "call")
	return printable.Cut(before, width-len(calls)) + calls
}

// diffLines returns the lines of a group's diff.
func diffLines(g *edit.Group) []string {
	var lines []string
	for _, diff := range cells.Diffs(g.Hunks) {
		for line := range strings.Lines(diff) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// aroundEdit returns a line cut to so many columns around the first difference from the one that it replaces.
func aroundEdit(old, line string, columns int) string {
	if columns <= 0 {
		return clipped([]string{line})[0]
	}
	line = printable.Line(line)
	if printable.Width(line) <= columns || old == "" {
		return printable.Cut(line, columns)
	}
	same, begin := 1, 1 // the signs differ
	for i, r := range line[1:] {
		if rest := printable.Line(old)[1:]; i >= len(rest) || !strings.HasPrefix(rest[i:], string(r)) {
			break
		}
		if same = 1 + i + len(string(r)); r == ' ' && printable.Width(line[:same]) < columns/3 {
			begin = same
		}
	}
	if printable.Width(line[:same]) < columns/2 {
		return printable.Cut(line, columns)
	}
	for i, r := range line[:same] { // some words before it stay
		if r == ' ' && printable.Width(line[i:same]) > columns/3 {
			begin = i + 1
		}
	}
	return printable.Cut(line[:1]+"…"+line[begin:], columns)
}

// isPair reports whether a line was replaced by the next one.
func isPair(line, next string) bool {
	return strings.HasPrefix(line, "-") && strings.HasPrefix(next, "+")
}
