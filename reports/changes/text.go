package changes

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// Limits for printing a group, unless whole.
const (
	mostDiffs = 3  // hunks
	mostWords = 30 // lines of their diff
	mostReach = 4

	mostContext = 80 // characters of a line around an edit
)

// WriteText prints the changes for people; whole: all details of each group.
func (c *Changes) WriteText(w printable.Screen, whole bool) error {
	for i := range c.Groups {
		if i > 0 {
			fmt.Fprintln(w)
		}
		WriteGroup(w, &c.Groups[i], whole)
	}
	rest := strings.Join(c.rest(), "\n")
	if rest != "" {
		rest += "\n"
		if len(c.Groups) > 0 {
			rest = "\n" + rest
		}
	}
	if _, err := io.WriteString(w, rest); err != nil {
		return err
	}
	for i, side := range c.Sides {
		if i > 0 || rest != "" || len(c.Groups) > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s\n\n", side.title())
		if err := side.WriteText(w, whole); err != nil {
			return err
		}
	}
	return nil
}

// title names a side, and says so if nothing was edited against it.
func (s *Side) title() string {
	text := "against " + s.Name
	if s.Label != "" {
		text += " (" + printable.Line(s.Label) + ")"
	}
	if s.None() {
		text += ": no prompt differs"
	}
	return text
}

// WriteGroup prints one group; whole: all of its details.
func WriteGroup(w printable.Screen, g *edit.Group, whole bool) {
	fmt.Fprintf(w, "%s  %s\n", cells.ShortID(g), printable.Line(cells.Heading(g)))
	for _, note := range cells.EditNotes(g) {
		fmt.Fprintf(w, "  %s\n", printable.Line(note))
	}
	hunks, context, lines, places := g.Hunks, math.MaxInt32, math.MaxInt, g.Reach
	if !whole {
		context, lines = mostContext, mostWords
		hunks, places = hunks[:min(len(hunks), mostDiffs)], places[:min(len(places), mostReach)]
	}
	writeDiff(w, cells.InContext(hunks, context), lines)
	if g.Edits > len(hunks) {
		fmt.Fprintf(w, "  … %s of words in all\n", wording.Number(g.Edits, "edit"))
	}
	for _, r := range places {
		fmt.Fprintf(w, "  reaches %s: %s in %s\n", printable.Line(cells.Place(&r)), wording.Number(r.Calls, "call"),
			wording.Number(r.Cases, "case"))
	}
	if more := len(g.Reach) - len(places); more > 0 {
		fmt.Fprintf(w, "  … and %s\n", wording.Number(more, "more place"))
	}
	first, more := cells.Calls(g)
	text := printable.Line(strings.Join(first, ", "))
	if more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	fmt.Fprintf(w, "  in %s\n", text)
}

func writeDiff(w printable.Screen, lines []string, most int) {
	printable.Diff(w, lines[:min(most, len(lines))])
	if more := len(lines) - most; more > 0 {
		fmt.Fprintf(w, "  … and %s; --cause shows them\n", wording.Number(more, "more line"))
	}
}

// basis says how tokens were counted.
func (c *Changes) basis() string {
	if c.Base != "" {
		return "estimates"
	}
	if c.Counts.Calls == 0 {
		return "estimates; no model has counted a prompt of this run"
	}
	return fmt.Sprintf("estimates times %.2f, the ratio in %s that models have counted", c.Counts.Ratio(),
		wording.Number(c.Counts.Calls, "prompt"))
}

// rest returns the changes without an edit, a line each, with their numbers.
func (c *Changes) rest() []string {
	var lines []string
	if n := c.New; n.Calls > 0 {
		without := "without a golden"
		if c.Base != "" {
			without = "that the base does not have"
		}
		lines = append(lines, fmt.Sprintf("new: %s of %s %s", wording.Number(n.Calls, "prompt"),
			wording.Number(n.Cases, "case"), without))
	}
	if n := c.Missing; n.Calls > 0 {
		lines = append(lines, fmt.Sprintf("missing: %s of %s", wording.Number(n.Calls, "prompt"),
			wording.Number(n.Cases, "golden")))
	}
	if n := c.Conflicted; n.Calls > 0 {
		lines = append(lines, fmt.Sprintf("conflicted: %s of %s that %s a merge conflict",
			wording.Number(n.Calls, "prompt"), wording.Number(n.Cases, "golden"),
			wording.Plural(n.Cases, "holds", "hold")))
	}
	if c.Forms > 0 {
		lines = append(lines, fmt.Sprintf("forms: %s in providers' forms %s", wording.Number(c.Forms, "file"),
			wording.Plural(c.Forms, "differs", "differ")))
	}
	if slices.ContainsFunc(c.Groups, func(g edit.Group) bool { return g.Tokens != 0 }) {
		lines = append(lines, "tokens: "+c.basis())
	}
	return lines
}
