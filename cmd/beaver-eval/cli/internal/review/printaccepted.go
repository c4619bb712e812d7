package review

import (
	"fmt"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// maxListed is how many accepted cases are named one by one.
const maxListed = 50

// printResolved prints the git commands for goldens that had a merge conflict.
func (a *app) printResolved(accepted []review.Accepted, p *project.Project, o options) {
	n := 0
	for _, c := range accepted {
		if c.Resolved {
			n++
		}
	}
	if n > 0 && !o.dryRun {
		fmt.Fprintf(a.Stdout, "%s %s no merge conflict any more; next: git add %s\n", wording.Number(n, "golden"),
			wording.Plural(n, "holds", "hold"), console.Quoted(folderHere(p)))
	}
}

// folderHere returns the folder of a project's goldens relative to the working folder.
func folderHere(p *project.Project) string {
	full := p.OnDisk(p.Goldens)
	if here, err := filepath.Abs("."); err == nil {
		if below, err := filepath.Rel(here, full); err == nil && filepath.IsLocal(below) {
			return filepath.ToSlash(below)
		}
	}
	return full
}

// printTaken counts the cases with taken changes, and names them if they are few; what says what was done.
func (a *app) printTaken(accepted []review.Accepted, o options, what string) {
	calls, cases, kept, keeping := 0, 0, 0, 0
	for _, c := range accepted {
		calls, kept = calls+c.Calls, kept+c.Kept
		if c.Kept > 0 {
			keeping++
		}
		if c.Kept == 0 || c.Calls+c.Forms > 0 {
			cases++
		}
		if len(accepted) <= maxListed {
			fmt.Fprintln(a.Stdout, c)
		}
	}
	if cases > 0 {
		fmt.Fprintf(a.Stdout, "%s in %s %s\n", wording.Number(calls, "call"), wording.Number(cases, "case"),
			o.done(what))
	}
	if kept > 0 {
		fmt.Fprintf(a.Stdout, "%s in %s %s\n", wording.Number(kept, "answer"), wording.Number(keeping, "case"),
			o.done("kept"))
	}
}
