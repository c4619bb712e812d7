package run

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/terminal"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// Numbers of rows about edits in cases that a round did not run.
const (
	mostStill   = 20 // if it ran none
	roomStill   = 4  // after those of the cases that ran
	rowsOfStill = 3  // of the line above them
)

// still ends a round with all red cases, and those that the round did not run, with their edits in so many rows. If the
// round ran all of them, the verdict has said so.
func (w *watching) still(run map[filter.CaseName]bool, room int) error {
	all, left := w.cases.Red(nil), w.cases.Red(run)
	now, prompts := red{}, 0
	for _, name := range all {
		if of := w.red[name]; of != nil {
			now[name] = of
			prompts += of.prompts
		}
	}
	if w.red = now; len(left) == 0 {
		return nil
	}
	text := wording.Number(len(all), "case") + " " + wording.Plural(len(all), "is", "are") + " not green in all"
	if prompts > 0 {
		text += " (" + wording.Number(prompts, "prompt") + ")"
	}
	out := &console.Writer{W: w.Stdout.W, Change: w.Screen.People, Colours: w.Colours(w.Stdout.W),
		Columns: w.Columns(w.Stdout.W)}
	fmt.Fprintf(out, "still    %s; not run again: %s\n", text, someOf(left))
	var groups edit.Groups
	for _, name := range left {
		if of := w.red[name]; of != nil {
			groups.Add(name.Suite, name.ID, of.edits)
		}
	}
	if room == 0 {
		return out.Flush()
	}
	terminal.PrintEdits(out, groups.List(), terminal.DiffKnowsNext, out.Columns, room)
	return out.Flush()
}
