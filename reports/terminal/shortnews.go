package terminal

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// differing are prompts that differ for one reason.
type differing struct {
	prompts, cases int
	first          string // call
}

// unedited counts prompts that differ without an edit: there is only one side.
type unedited struct {
	fresh, gone, conflicted, other differing
}

func (u *unedited) add(c *rows.Case) {
	n := &c.Sums
	differ := n.Differ()
	of := &u.other
	switch {
	case differ == 0 || c.Unclaimed || len(c.Edits) > 0: // edits and orphaned files are reported elsewhere
		return
	case c.Status == result.StatusOrphan:
		of = &u.gone
	case n.Conflicted > 0:
		of = &u.conflicted
	case differ == int(n.New):
		of = &u.fresh
	}
	if changes := c.Differing(); of.cases == 0 && len(changes) > 0 {
		of.first = printable.Line(strings.TrimSuffix(c.Suite+"/"+c.Case+"/"+changes[0].Path, "/"))
	}
	of.prompts += differ
	of.cases++
}

func (u *unedited) lines(diff Diff) []string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if n := u.fresh; n.prompts > 0 {
		add("new: %s in %s %s no golden yet, first %s", wording.Number(n.prompts, "prompt"),
			wording.Number(n.cases, "case"), wording.Plural(n.prompts, "has", "have"), n.first)
	}
	if n := u.gone; n.prompts > 0 {
		add("missing: %s of %s that %s removed, first %s", wording.Number(n.prompts, "prompt"),
			wording.Number(n.cases, "case"), wording.Plural(n.cases, "was", "were"), n.first)
	}
	if n := u.conflicted; n.prompts > 0 {
		sides := ""
		if diff != DiffKnowsNot {
			sides = "; " + diff.command("") + " shows what changed against ours and theirs"
		}
		add("conflicted: %s %s a merge conflict (%s)%s", wording.Number(n.cases, "golden"),
			wording.Plural(n.cases, "holds", "hold"), wording.Number(n.prompts, "prompt"), sides)
	}
	if n := u.other; n.prompts > 0 {
		add("changed: %s in %s %s not as accepted, first %s", wording.Number(n.prompts, "prompt"),
			wording.Number(n.cases, "case"), wording.Plural(n.prompts, "is", "are"), n.first)
	}
	return lines
}
