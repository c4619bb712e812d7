package changes

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// WritePatch prints the changes in the form of a unified diff, a file for each group: its source, and the edited lines,
// whole. It is for reading and for tools that colour diffs: the lines are those of prompts.
func (c *Changes) WritePatch(w io.Writer) error {
	var b strings.Builder
	for i := range c.Groups {
		g := &c.Groups[i]
		name := printable.Line(strings.Trim(cmp.Or(g.Source.Path, g.Source.Name)+":"+g.Source.Define, ":"))
		fmt.Fprintf(&b, "# %s  %s\n", cells.ShortID(g), printable.Line(cells.Heading(g)))
		fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", name, name)
		for _, note := range cells.EditNotes(g) {
			fmt.Fprintf(&b, "# %s\n", printable.Line(note))
		}
		for i, h := range g.Hunks {
			calls := 0
			if i < len(g.Counts) {
				calls = g.Counts[i]
			}
			around := len(h.Above) + len(h.Below)
			first := max(1, h.At-len(h.Above))
			fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@ %s\n", first, around+len(h.Old), first, around+len(h.New),
				wording.Number(calls, "call"))
			writeSide(&b, " ", h.Above)
			writeSide(&b, "-", h.Old)
			writeSide(&b, "+", h.New)
			writeSide(&b, " ", h.Below)
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

func writeSide(b *strings.Builder, sign string, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(b, "%s%s\n", sign, printable.LineWithTabs(line))
	}
}
