package changes

import (
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/plural"
)

// WritePatch prints the changes in the form of a unified diff, a file for each group: what it is from, and the lines
// that were edited, whole. It is for reading and for tools that colour diffs: the lines are those of prompts.
func (c *Changes) WritePatch(w io.Writer) error {
	var b strings.Builder
	for i := range c.Groups {
		g := &c.Groups[i]
		name := printable.Line(strings.Trim(g.Source.Name+":"+g.Source.Define, ":"))
		fmt.Fprintf(&b, "# %s  %s\n", cells.ShortID(g), printable.Line(cells.Heading(g)))
		fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", name, name)
		for _, e := range cells.LineEdits(g) {
			old, new := sideOf(e, e.Old), sideOf(e, e.New)
			fmt.Fprintf(&b, "@@ -1,%d +1,%d @@ %s\n", len(old), len(new), plural.Number(e.Calls, "call"))
			writeSide(&b, "-", old)
			writeSide(&b, "+", new)
		}
	}
	for _, line := range c.rest() {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	for _, side := range c.Sides {
		if _, err := fmt.Fprintf(w, "# %s\n", side.title()); err != nil {
			return err
		}
		if err := side.WritePatch(w); err != nil {
			return err
		}
	}
	return nil
}

// sideOf are the lines of an edit with some words in it; none for nothing at all.
func sideOf(e cells.LineEdit, words string) []string {
	text := e.Before + words + e.After
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func writeSide(b *strings.Builder, sign string, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(b, "%s%s\n", sign, printable.LineWithTabs(line))
	}
}
