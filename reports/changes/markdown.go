package changes

import (
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// mostMarkdown is the most Markdown written, in bytes: a comment on GitHub may have 65,536.
const mostMarkdown = 60_000

// WriteMarkdown prints the changes as a list, with the edited lines as fenced diffs. Groups that do not fit are
// counted. A comparison with a base has a heading, and a first line by which a job finds its own comment.
func (c *Changes) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	if c.Base != "" {
		b.WriteString("<!-- beaver-eval changes -->\n## beaver-eval: what the goldens change\n\n")
		if c.None() {
			b.WriteString("No prompt differs.\n")
		}
	}
	more := 0
	for i := range c.Groups {
		if text := GroupMarkdown(&c.Groups[i]); b.Len()+len(text) <= mostMarkdown {
			b.WriteString(text)
		} else {
			more++
		}
	}
	if more > 0 {
		fmt.Fprintf(&b, "- … and %s; `diff` prints them\n", wording.Number(more, "more change"))
	}
	for _, line := range c.rest() {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	for _, side := range c.Sides {
		if _, err := fmt.Fprintf(w, "\n#### %s\n\n", escaped(side.title())); err != nil {
			return err
		}
		if err := side.WriteMarkdown(w); err != nil {
			return err
		}
	}
	return nil
}

// GroupMarkdown returns one group as an item of the list.
func GroupMarkdown(g *edit.Group) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- %s (%s)\n\n", escaped(cells.Heading(g)), cells.ShortID(g))
	for _, note := range cells.EditNotes(g) {
		fmt.Fprintf(&b, "  %s\n\n", escaped(note))
	}
	if len(g.Hunks) > 0 {
		b.WriteString(fenced(g))
	}
	first, more := cells.Calls(g)
	fmt.Fprintf(&b, "  in %s", escaped(strings.Join(first, ", ")))
	if more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	b.WriteString("\n\n")
	return b.String()
}

// fenced returns a group's lines as a diff in a code block.
func fenced(g *edit.Group) string {
	diff := ""
	for _, line := range cells.InContext(g.Hunks, mostContext) {
		diff += "  " + printable.Lines(line) + "\n"
	}
	fence := fenceFor(diff)
	return "  " + fence + "diff\n" + diff + "  " + fence + "\n\n"
}

// fenceFor returns a fence that no line of a text ends.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

// escaped returns a line in which only code spans are Markdown. Their content is printed unchanged, since it cannot be
// escaped.
func escaped(s string) string {
	var b strings.Builder
	for rest := printable.Line(s); rest != ""; {
		at := strings.IndexByte(rest, '`')
		if at < 0 {
			at = len(rest)
		}
		b.WriteString(outsideOfCode().Replace(rest[:at]))
		ticks, end := codeSpan(rest[at:])
		if end == 0 { // nothing ends it
			end = ticks
		}
		b.WriteString(rest[at : at+end])
		rest = rest[at+end:]
	}
	return b.String()
}

// codeSpan returns the number of backticks at the beginning of a text, and the end of their code span; 0: they begin
// none.
func codeSpan(s string) (ticks, end int) {
	ticks = leading(s)
	for end = ticks; end < len(s); {
		at := strings.IndexByte(s[end:], '`')
		if at < 0 {
			return ticks, 0
		}
		n := leading(s[end+at:])
		if end += at + n; n == ticks {
			return ticks, end
		}
	}
	return ticks, 0
}

func leading(s string) int { return len(s) - len(strings.TrimLeft(s, "`")) }

func outsideOfCode() *strings.Replacer {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", `\`, `\\`, "*", `\*`, "[", `\[`, "|", `\|`)
}
