package terminal

import (
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// WriteHead prints which stored run it is.
func WriteHead(w io.Writer, info *stored.Info) error {
	command := printable.Line("beaver-eval " + strings.Join(info.Arguments, " "))
	_, err := fmt.Fprintf(w, "%s\n%s\n\n", info, command)
	return err
}

// MostDiffs is how many calls of a stored run are shown with their diffs; all of these are in memory at once.
const MostDiffs = 1000

// mostDiff is how many bytes of the diff of a call are shown.
const mostDiff = 2000

// Failures prints in brief the problems of each case of a stored run: errors, failed expectations, and prompts that
// differ from their goldens, with diffs if read.
type Failures struct {
	w   io.Writer
	any bool
}

// NewFailures prints to w.
func NewFailures(w io.Writer) *Failures { return &Failures{w: w} }

// Case prints the problems of a case.
func (f *Failures) Case(c *rows.Case) error {
	name := printable.Line(titleOf(c))
	var b strings.Builder
	for _, text := range c.ErrorTexts() {
		fmt.Fprintf(&b, "error    %s\n  %s\n", name, printable.Line(text))
	}
	for _, text := range c.Failures {
		fmt.Fprintf(&b, "%s %s\n  %s\n", failedWord(c), name, printable.Line(text))
	}
	for _, change := range c.Differing() {
		line := printable.Line(change.Path)
		if len(change.Parts) > 0 {
			line += " · " + printable.Line(strings.Join(change.Parts, "; "))
		}
		fmt.Fprintf(&b, "%-8s %s\n  %s\n", change.Status, name, line)
		b.WriteString(indent(indent(printable.Lines(printable.ClipBytes(change.Text, mostDiff)))))
	}
	f.any = f.any || b.Len() > 0
	if c.Undiffed > 0 {
		fmt.Fprintf(&b, "  diffs left out: %d; those of the first %d changed calls are shown\n", c.Undiffed, MostDiffs)
	}
	_, err := io.WriteString(f.w, b.String())
	return err
}

// End prints an empty line after them.
func (f *Failures) End(*overview.Overview) error {
	if !f.any {
		return nil
	}
	_, err := fmt.Fprintln(f.w)
	return err
}
