package terminal

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/screen"
	"github.com/beaver-eval/beaver-eval/suites/plural"
)

// How many lines edits take at a glance.
const (
	linesOfEdits = 40 // of all of them
	linesOfOne   = 12 // of the only one
	linesOfEach  = 5  // of each of several
	mostGroups   = 30 // edits that are named
)

// shortEdits prints what was edited, once for each cause, in the order of reach. The first have some lines of their
// diffs, as far as there is room; each has a line. ahead is what diff needs first.
func shortEdits(w Screen, o *overview.Overview, ahead string) {
	groups := o.Groups()
	most, named := linesOfEach, min(len(groups), mostGroups)
	if len(groups) == 1 {
		most = linesOfOne
	}
	room := linesOfEdits - named
	for i := range groups[:named] {
		g := &groups[i]
		fmt.Fprintf(w, "edited   %s  %s\n", cells.ShortID(g), printable.Line(cells.Heading(g)))
		if room >= most-1 {
			room -= shortEdit(w, g, most-1, ahead)
		}
	}
	if more := len(groups) - named; more > 0 {
		fmt.Fprintf(w, "and %s of edits; %s`beaver-eval diff` lists them\n", plural.Number(more, "more group"), ahead)
	}
	if named > 0 {
		fmt.Fprintln(w)
	}
}

// shortEdit prints lines of a group's diff and the first call that it is in, so many lines at most. It returns how many
// they were.
func shortEdit(w Screen, g *edit.Group, most int, ahead string) int {
	var lines []string
	for _, diff := range cells.Diffs(g.Hunks) {
		for line := range strings.Lines(diff) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	shown := min(len(lines), most-1)
	if 0 < shown && shown < len(lines) && isPair(lines[shown-1], lines[shown]) {
		shown-- // what was replaced is not told without what it became
	}
	screen.Diff(w, clipped(lines[:shown]))
	var where []string
	if calls, _ := cells.Calls(g); len(calls) > 0 {
		text := printable.Line(calls[0])
		if more := g.Calls - 1; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		where = append(where, "in "+text)
	}
	if more := len(lines) - shown; more > 0 || g.Edits > len(g.Hunks) {
		where = append(where, ahead+"`beaver-eval diff --cause "+cells.ShortID(g)+"` shows all of it")
	}
	if len(where) == 0 {
		return shown
	}
	fmt.Fprintf(w, "  %s\n", strings.Join(where, "; "))
	return shown + 1
}

// isPair reports whether a line was replaced by the next one.
func isPair(line, next string) bool {
	return strings.HasPrefix(line, "-") && strings.HasPrefix(next, "+")
}
