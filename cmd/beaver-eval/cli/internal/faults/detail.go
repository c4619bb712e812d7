package faults

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/faults"
)

// mostOfText is how many characters of a text are shown: a broken answer may have a megabyte.
const mostOfText = 2000

// detail prints everything that happened in a cell.
func (a *app) detail(d *faults.Detail) {
	fmt.Fprintf(a.Stdout, "%s/%s %s\n\nthe intended answer:\n%s\n\nwhat came instead:\n%s\n\nto be reported: %s\n\n",
		d.Suite, d.Case, d.Cell, quoted(d.Intended), quoted(d.Put), d.Expected)
	for _, s := range d.Steps {
		fmt.Fprintf(a.Stdout, "%-8s %s  %s\n", s.What, s.Path, short(s.Text))
	}
	fmt.Fprintln(a.Stdout)
}

// quoted returns a text with each of its lines indented.
func quoted(text string) string {
	if text == "" {
		return "  (nothing)"
	}
	if r := []rune(text); len(r) > mostOfText {
		text = string(r[:mostOfText]) + fmt.Sprintf("… (%d characters)", len(r))
	}
	return "  " + strings.ReplaceAll(text, "\n", "\n  ")
}

// short returns a text on one line.
func short(text string) string {
	const most = 160
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
