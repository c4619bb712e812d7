package terminal

import (
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// Limits for edits. Each has a line; the first ones, with the largest reach, have their words and calls too.
const (
	mostEdits = 10
	mostHunks = 3   // edited lines
	mostWords = 12  // lines of the diff of one
	mostLine  = 300 // characters of such a line
)

// Edits prints the edits at the end of a run, in the order of reach: each once, however many calls it reaches.
type Edits struct{ w io.Writer }

// NewEdits prints to w.
func NewEdits(w io.Writer) *Edits { return &Edits{w} }

// Case does nothing: edits are known at the end.
func (e *Edits) Case(*rows.Case) error { return nil }

// End prints the edits.
func (e *Edits) End(o *overview.Overview) error {
	w, ok := e.w.(printable.Screen)
	if !ok {
		w = printable.Plain{Writer: e.w}
	}
	groups := o.Groups()
	for i := range groups {
		g := &groups[i]
		title := printable.Line(g.Title() + ": " + cells.Reach(g))
		if _, err := fmt.Fprintf(e.w, "edited   %s\n", title); err != nil {
			return err
		}
		if i < mostEdits {
			writeHunks(w, g)
		}
	}
	if len(groups) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(e.w)
	return err
}

func writeHunks(w printable.Screen, g *edit.Group) {
	diffs := cells.Diffs(g.Hunks)
	for _, diff := range diffs[:min(mostHunks, len(diffs))] {
		lines := strings.Split(strings.TrimSuffix(diff, "\n"), "\n")
		printable.Diff(w, clipped(lines[:min(mostWords, len(lines))]))
		if more := len(lines) - mostWords; more > 0 {
			fmt.Fprintf(w, "  … and %s\n", wording.Number(more, "more line"))
		}
	}
	if more := len(diffs) - mostHunks; more > 0 || g.Edits > len(g.Hunks) {
		fmt.Fprintf(w, "  … %s of words in all\n", wording.Number(g.Edits, "edit"))
	}
	first, more := cells.Calls(g)
	text := printable.Line(strings.Join(first, ", "))
	if more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	fmt.Fprintf(w, "  in %s\n", text)
}

// clipped returns lines cut to a readable length.
func clipped(lines []string) []string {
	short := make([]string, len(lines))
	for i, line := range lines {
		short[i] = printable.Clip(line, mostLine)
	}
	return short
}
