package review

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/changes"
)

// showChanges prints all changes, or those of the named causes. Its error says whether anything differs.
func (a *app) showChanges(found *changes.Changes, o diffOptions) error {
	ids, err := chosen(found.All(), o.causes)
	if err != nil {
		return fmt.Errorf("diff: %w", err)
	}
	if len(ids) > 0 {
		found.Keep(ids)
	}
	if err := a.printChanges(found, o.format, len(ids) > 0); err != nil {
		return console.Fault(err)
	}
	if found.None() {
		return nil
	}
	return &console.Error{Code: console.Gate}
}

// printChanges prints changes in a format; whole: with all details.
func (a *app) printChanges(c *changes.Changes, format string, whole bool) error {
	switch format {
	case "json":
		return c.WriteJSON(a.Data)
	case "markdown":
		return c.WriteMarkdown(a.Stdout)
	case "patch":
		return c.WritePatch(a.Stdout)
	}
	if c.None() {
		_, err := fmt.Fprintln(a.Stdout, "no prompt differs")
		return err
	}
	w := &console.Writer{W: bufio.NewWriter(a.Stdout.W), Change: a.Screen.People, Colours: a.Colours(a.Stdout.W)}
	return errors.Join(c.WriteText(w, whole), w.Flush())
}
